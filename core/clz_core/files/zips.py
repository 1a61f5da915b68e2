"""Zips from anywhere: what is in one is unpacked up to a limit, whatever it says of its sizes.

Python unpacks bzip2 and LZMA as a whole before it cuts, so that a kilobyte could fill the memory: they are not read.
"""

from __future__ import annotations

import struct
import zipfile
import zlib

READ = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)
BROKEN = (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, RuntimeError, struct.error)
"""What a broken zip raises, or one that is packed in another way."""


def unpacked(archive: zipfile.ZipFile, name: str, most: int) -> bytes | None:
    """A file of a zip; None for more than `most` bytes. Raises: KeyError if it is not there, what is in BROKEN."""
    info = archive.getinfo(name)
    if info.compress_type not in READ:
        raise NotImplementedError("it is packed by something other than deflate")
    if info.file_size > most:
        return None
    with archive.open(info) as file:
        return file.read(info.file_size + 1)
