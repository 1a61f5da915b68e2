"""Traces: each command with its page before and after, in the format that Playwright's trace viewer reads.

    FOLDER/trace.trace        events, a line of JSON each: contexts, steps, documents, pictures, console
    FOLDER/trace.network      requests, a line each, as entries of HAR
    FOLDER/resources/SHA1     pictures and bodies; `src@SHA1.txt` are files of steps, by the SHA-1 of their path
    FOLDER/state.json         where the next process goes on; not in the file that is made of it

All of it is written as it happens, so that what was cut off can be read; `pack` makes one file of it.

The format is version 8 of Playwright's, which its viewers from 1.53 on read; `screenshot` events are known from 1.63
on, and passed over before. It is defined by these files of its sources, as of 1.63.0 (d4e1023f6c), whose viewer reads
versions up to 9:

    packages/trace/src/trace.ts, snapshot.ts, har.ts                    the events, documents and requests
    packages/isomorphic/trace/traceModernizer.ts, traceLoader.ts        what is read of them, and older versions
    packages/isomorphic/trace/snapshotRenderer.ts                       how a document is drawn, by which attributes
    packages/playwright-core/src/server/trace/recorder/*.ts             how they are written
    packages/trace-viewer/src/ui/sourceTab.tsx                          where sources are

Nothing in here is imported where nothing is traced.
"""
