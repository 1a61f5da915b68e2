"""Files that go into a page, and files that come out of it."""

from __future__ import annotations

from functools import partial

from clz_core.contract import limits
from clz_core.contract.commands.actions.shared import ELEMENT, WAITING, acted, trusted
from clz_core.contract.commands.shared import FILE_PATH, SIZE, TAB, URL, target_param
from clz_core.contract.registry import REQUIRED, Acts, Argument, Command, Field, File, Flag, Integer, Tool

DOWNLOAD = Integer("id", "The download's id, as reported when it began.", REQUIRED, limits=(0, None))

DownloadCommand = partial(Command, rights=("download",), tab=True, traced=False)

COMMANDS: tuple[Command, ...] = (
    Command(
        "upload",
        "upload",
        "Upload files: put them into a file input, drop them on an element, or choose them in the file chooser that a "
        "button opens.",
        params=(
            target_param(
                "File input, its label, a place that takes dropped files, or a button that opens a file chooser."
            ),
            Argument("files", "Files to upload.", kind="array", format="path", limits=(1, 100)),
            *WAITING,
        ),
        result=(
            Field("uploaded", "{ name: string; size: integer }[]", "The files as the page got them."),
            Field("dropped", "boolean", "True if they were dropped, false if an input took them."),
            *acted("the events"),
        ),
        rights=("upload",),
        runs="content",
        changes=True,
        steps=True,
        tool=Tool(help={"target": "File input, its label, a drop zone, or a button that opens a chooser."}),
        example={"target": "#file", "files": ["given.txt"]},
        examples=('clz upload "input[type=file]" report.pdf', 'clz upload ".dropzone" a.png b.png'),
    ),
    Command(
        "download",
        "download",
        "Download a file: click what starts it, wait until it is complete, and print its path.",
        params=(
            target_param("Link or button that starts it."),
            Argument(
                "path",
                "File or folder to move it to; in a folder it gets a free name. Default: where Firefox saves it.",
                default=None,
                format="path",
                local=True,
                file=File("written"),
            ),
            Flag("overwrite", "Replace a file of the same name in the folder.", local=True, file=File("written")),
            *WAITING,
        ),
        result=(
            FILE_PATH,
            SIZE,
            Field("downloadUrl", "string", "Address it came from."),
            Field("mimeType", "string", "Its type, according to the server."),
            *ELEMENT,
            TAB,
            URL,
            trusted("the click"),
        ),
        rights=("download",),
        runs="content",
        changes=True,
        steps=True,
        example={"target": "#link"},
        examples=('clz download "a.export" report.csv', 'clz download "a.export" exports/'),
    ),
    DownloadCommand(
        "takeDownloads",
        "",
        "Report the downloads of a tab, from the first time that they are asked for.",
        params=(
            Integer("since", "Those after this cursor of an earlier answer.", limits=(0, None)),
            Integer("limit", "At most this many.", 200, limits=(1, 200)),
            Integer("wait_ms", "Wait this long for the next.", 0, limits=(0, limits.FOLLOW_MS)),
        ),
        result=(
            Field("downloads", "Array<{ id: integer; url: string; name: string }>", "The downloads, oldest first."),
            Field("cursor", "integer", "Pass it as since."),
            TAB,
        ),
        example={"limit": 1},
    ),
    DownloadCommand(
        "getDownload",
        "",
        "Report what became of a download of a tab.",
        params=(DOWNLOAD, Integer("wait_ms", "Wait this long for its end.", 0, limits=(0, limits.MAX_TIMEOUT_MS))),
        result=(
            Field("state", "'underWay' | 'whole' | 'failed'", "How far it is."),
            Field("path", "string", "The file, once it is whole.", text="payload"),
            SIZE,
            Field("error", "string", "Why it failed.", optional=True),
            TAB,
        ),
        example={"id": 1},
    ),
    DownloadCommand(
        "endDownload",
        "",
        "End a download of a tab.",
        params=(DOWNLOAD, Flag("remove", "Remove its file as well.")),
        result=(TAB,),
        changes=True,
        on_tab=Acts(lock=False),
        example={"id": 1},
    ),
)
