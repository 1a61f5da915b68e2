"""What a safe expression must not name, and why: the tables that `safe_eval` reads.

A name counts wherever it stands for something: as a variable, after a dot, as a literal key, in a pattern.
Keys of object literals are free. The reasons are the words of the error.
"""

from __future__ import annotations

NETWORK = "reaches the network"
STORAGE = "reaches storage or cookies"
TIMERS = "runs code later"
CODE = "makes code from strings"
CONTENT = "adds content to the page, which can load or run things"
REFLECTION = "reaches members by names that cannot be checked"
WINDOWS = "reaches other windows, frames or workers"
EXTENSION = "reaches the extension"
BLOCKS = "blocks the page until a person answers"


def _table(*groups: tuple[str, str]) -> dict[str, str]:
    return {name: reason for reason, names in groups for name in names.split()}


NAMES = _table(
    (
        NETWORK,
        """
        fetch fetchLater XMLHttpRequest WebSocket WebSocketStream EventSource WebTransport sendBeacon
        RTCPeerConnection mozRTCPeerConnection webkitRTCPeerConnection RTCDataChannel Image Audio FontFace
        submit requestSubmit navigation createObjectURL paintWorklet audioWorklet layoutWorklet animationWorklet
        addModule PresentationRequest PaymentRequest RemotePlayback SpeechRecognition open pushState
        replaceState registerProtocolHandler
        """,
    ),
    (
        STORAGE,
        """
        cookie cookieStore localStorage sessionStorage indexedDB mozIndexedDB webkitIndexedDB caches
        CacheStorage StorageManager openDatabase requestStorageAccess credentials clipboard showOpenFilePicker
        showSaveFilePicker showDirectoryPicker IDBFactory Storage CookieStore
        """,
    ),
    (
        TIMERS,
        """
        setTimeout setInterval setImmediate requestAnimationFrame mozRequestAnimationFrame requestIdleCallback
        requestVideoFrameCallback queueMicrotask scheduler addEventListener attachEvent addListener
        MutationObserver IntersectionObserver ResizeObserver PerformanceObserver ReportingObserver
        FinalizationRegistry AbortSignal startViewTransition
        """,
    ),
    (
        CODE,
        """
        eval Function AsyncFunction GeneratorFunction AsyncGeneratorFunction constructor execScript WebAssembly
        ShadowRealm trustedTypes write writeln createContextualFragment setHTMLUnsafe parseHTMLUnsafe setHTML
        insertAdjacentHTML execCommand XSLTProcessor customElements
        """,
    ),
    (
        CONTENT,
        """
        append appendChild prepend insertBefore insertAdjacentElement insertAdjacentText replaceWith
        replaceChild replaceChildren moveBefore insertNode surroundContents appendData insertData replaceData
        createElementNS attachShadow insertRule addRule appendRule replaceSync adoptedStyleSheets CSSStyleSheet
        animate setKeyframes KeyframeEffect setAttributeNode setAttributeNodeNS setAttributeNS setNamedItem
        setNamedItemNS attributeStyleMap
        """,
    ),
    (
        REFLECTION,
        """
        Reflect Proxy getOwnPropertyDescriptor getOwnPropertyDescriptors defineProperty defineProperties
        setPrototypeOf getPrototypeOf __proto__ __defineGetter__ __defineSetter__ __lookupGetter__
        __lookupSetter__ caller callee valueOf
        """,
    ),
    (
        WINDOWS,
        """
        Worker SharedWorker ServiceWorker serviceWorker importScripts postMessage BroadcastChannel
        MessageChannel MessagePort Worklet documentPictureInPicture getSVGDocument
        """,
    ),
    (
        EXTENSION,
        """
        browser chrome clzHolder wrappedJSObject XPCNativeWrapper Components exportFunction cloneInto
        createObjectIn
        """,
    ),
    (BLOCKS, "alert confirm prompt print showModalDialog"),
)

# The global object under its names. It may only be written before a dot.
GLOBALS = frozenset("window self globalThis top parent frames content".split())

# Members that give a window or a document, whatever they are read from. They too may only be written before a dot.
GLOBAL_MEMBERS = frozenset("defaultView contentWindow opener ownerGlobal view".split())

# Objects of which only these members may be read.
READABLE: dict[str, frozenset[str]] = {
    "location": frozenset("href host hostname pathname search hash origin protocol port".split()),
    "history": frozenset("length state scrollRestoration".split()),
    "navigator": frozenset(
        "userAgent language languages platform onLine cookieEnabled webdriver hardwareConcurrency deviceMemory "
        "maxTouchPoints vendor doNotTrack appVersion appName product oscpu buildID pdfViewerEnabled "
        "globalPrivacyControl plugins mimeTypes userAgentData".split()
    ),
}

# The members of Object that only look, make something new, or close an object for changes.
OBJECT_MEMBERS = frozenset(
    "keys values entries fromEntries assign create is freeze isFrozen seal isSealed preventExtensions isExtensible "
    "getOwnPropertyNames getOwnPropertySymbols groupBy hasOwn prototype name length".split()
)

# What may give a document, whose own members (`location`) must not be listed by Object.values and Object.entries.
DOCUMENT_MEMBERS = frozenset(
    "document parentNode ownerDocument contentDocument getRootNode singleNodeValue iterateNext snapshotItem "
    "commonAncestorContainer startContainer endContainer root currentNode target currentTarget srcElement anchorNode "
    "focusNode firstChild lastChild activeElement".split()
)

# Members and attributes whose new value the page loads or runs.
LOADING = frozenset(
    "src href srcset imagesrcset action formaction data poster background innerhtml outerhtml srcdoc location cookie "
    "csstext domain ping code codebase archive classid manifest profile longdesc usemap lowsrc dynsrc baseval animval "
    "style content http-equiv rel text xlink:href attributename values to from by".split()
)

# Members that take any value without loading or running anything.
PLAIN_MEMBERS = frozenset(
    "scrollTop scrollLeft checked selected disabled hidden indeterminate readOnly required className id title tabIndex "
    "lang dir selectedIndex selectionStart selectionEnd currentTime volume muted playbackRate lastIndex length".split()
)

# Elements that load or run something as soon as they are made.
LOADING_TAGS = frozenset(
    "script style link iframe frame frameset img image picture object embed applet video audio source track form base "
    "meta portal fencedframe svg use input template".split()
)
