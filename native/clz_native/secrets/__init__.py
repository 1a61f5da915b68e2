"""Secrets in the host: finding their values, and keeping them out of what an agent gets.

There are three ways to do that, and a word for each:

    redact    what looks like a secret: a token in an address, a password's field. The value is not known; its name, its
              look or its place gives it away. Done in Firefox (`extension/src/shared/secrets/redact.ts`), and for what
              was never in a page in `clz_core.text.redact`.
    mask      a value that is known: of a secret that was entered, or of a field that a page has shown as one. Wherever
              it is in a text, in any way of writing it, its name comes in its place, or `***`.
    conceal   what shows a known value in a picture or a PDF: it is not drawn (`concealed-texts.ts`).

They come in this order for one command:

 1. The parameters are resolved: `{{NAME}}` becomes the value, in the host (`resolver`). From then on `masker` knows it,
    before the command leaves the host.
 2. The page acts. If a picture is taken, the background first conceals what the `hidden` texts of the command name.
 3. The content script masks what secret fields of its page hold (`secret-values.ts`): no other part knows it.
 4. The background redacts addresses in the result (`redacted-answers.ts`), unless the command declares that it answers
    the page's own words, and masks what secret fields of the tab hold or held (`tab-secrets.ts`). A text that is cut
    brings along, unseen, what is around the cut.
 5. The host masks the values that it knows in the whole reply (`masker`), the unseen text included, and drops that.
 6. The client masks in the journal and in traces what was typed without the page saying that its field is harmless.

Redacting comes before masking on purpose: a rule that goes by a name must see the name. And masking goes by whole
values: if parts were masked, their absence would tell an agent the value, part by part.
"""
