"""Every limit of the system, in one place. Times are milliseconds, sizes are bytes, unless the name says otherwise."""

KIB = 1024
MIB = 1024 * KIB

# Requests
DEFAULT_TIMEOUT_MS = 150_000
MIN_TIMEOUT_MS = 5_000
MAX_TIMEOUT_MS = 300_000
MAX_REQUEST_BYTES = 10 * MIB
MAX_JSON_DEPTH = 200  # of any message, either way; readers behind us give up at 200 (pydantic) to 1,000 levels
MAX_PENDING = 256
MAX_PENDING_OF_ONE = 192  # a runaway agent is refused, the rest keep working
MAX_UNREAD_ANSWERS = 20_000  # that wait for a client which does not read them
MAX_UNREAD_BYTES = 128 * MIB

# One deadline goes down the hops. The innermost says what went wrong, and each hop listens a little longer for that.
ERROR_MARGIN_MS = 30  # a wait that knows what is missing says so before the command as a whole is late
EXPECT_MARGIN_MS = 100  # for the last look at what is expected
PAGE_MARGIN_MS = 40  # for the way back from a page that gives up waiting
STABILITY_GRACE_MS = 100  # whether something moves takes some looks to tell, however short the wait is
CAPTURE_MARGIN_MS = 1_000  # for taking the picture itself
CONSENT_MARGIN_MS = 500  # for stopping the frames that still look for a banner
WAIT_TOLERANCE_MS = 250  # a wait that ends so close to its limit has ended by it
HOST_GRACE_MS = 1_000  # for the extension's own word, however busy the machine is
CLIENT_GRACE_MS = 2_000  # for the host's
WAIT_MARGIN_MS = 5_000  # a wait as long as the deadline still gets to say what was missing
CANCEL_MS = 1_000  # for telling a host that nobody waits any more
FOLLOW_MS = 60_000  # a call that follows a buffer waits no longer: a host that went away is noticed

# Connecting
MAX_NAME_CHARS = 32  # of a session or an agent
CONNECT_TRIES = 3
CONNECT_BACKOFF_MS = 100
CONNECT_BACKOFF_MAX_MS = 1_000
HANDSHAKE_TIMEOUT_MS = 900
ZMQ_RECONNECT_MS = 3_600_000  # clients make their next connection themselves, when a command wants one
MAX_SOCKET_PATH = 107  # sockaddr_un.sun_path is 108 bytes on Linux, with the closing zero

# Native messaging (https://developer.mozilla.org/docs/Mozilla/Add-ons/WebExtensions/Native_messaging)
MAX_TO_EXTENSION_BYTES = 1 * MIB
MAX_FROM_EXTENSION_BYTES = 64 * MIB
MAX_QUEUED_BYTES = 24 * MIB  # that the extension has not taken yet; commands beyond are refused
MAX_IN_FOLDER = 5_000  # files of a folder that is uploaded
MAX_KEPT_BYTES = 64 * MIB  # of one upload, that a page keeps when the files are gone
MAX_STAGED_BYTES = 256 * MIB  # of one upload, where the extension cannot open files itself
PIECE_BYTES = 384 * KIB  # of a file, in base64 half a megabyte
PIECES_UNDER_WAY = 4  # that the extension has not taken yet, so that other messages are not held up
PART_CHARS = 480_000  # JSON in ASCII, quoted once more in its envelope, at most doubles: stays under 1 MiB
RECONNECT_TRIES = 10
RECONNECT_FIRST_MS = 1_000
RECONNECT_MAX_MS = 30_000

# Pages
MAX_TARGET_CHARS = 1_000
MAX_NTH = 100_000
MAX_EXPRESSION_CHARS = 10_000
MAX_UNSAFE_CHARS = 1_000_000  # of an expression that is not parsed, such as one that writes a page
MAX_EXPRESSION_DEPTH = 100  # nested brackets, calls and the like, in safe mode
SAFE_EVALUATION_MS = 2_000  # that a safe expression may keep its page busy
MAX_URL_CHARS = 65_536
MAX_CONTENT_CHARS = 50_000
MAX_TEXT_CHARS = 10_000_000
AUTO_WAIT_MS = 5_000
DOCUMENT_END_MS = 5_000  # that a read waits for the end of its document
READ_MS = 12_000  # that a read has in the page, half of it at most for that end
HANG_GRACE_MS = 4_000  # that a silent page has after the command's own time
DRAG_MS = 250
DRAG_STEPS = 12
WAIT_FOR_MS = 30_000
REST_MS = 2_000  # how long a page may take to come to rest before `then` shows it
LOOKALIKES = 5
URL_SCHEMES = ("http", "https", "about", "file")

# Pictures
READINESS_MS = 10_000
PICTURE_SIDE_PX = 2_000

# Films
MAX_FILM_FPS = 25
MAX_FILM_SIDE_PX = 1_920
MAX_PROFILE_CHARS = 48 * MIB  # its answer carries it as JSON
MAX_FILM_BYTES = 40 * MIB  # its answer carries it in base64
MAX_FILM_MINUTES = 60

# Looking behind a page, each in one tab
CONSOLE_ENTRIES = 500
CONSOLE_MESSAGE_CHARS = 4_000
MAX_SOURCE_MAP_BYTES = 20 * MIB  # of a script, and of its source map
SOURCE_MAPS_MS = 2_000  # that a command waits for source maps, and that one may take
NETWORK_ENTRIES = 200
MAX_COOKIE_CHARS = 4_096  # of a name, value or path, as Firefox counts
MAX_PASSKEYS = 1_000  # of one file
MAX_STATE_ORIGINS = 200  # of a state file
MAX_STATE_BYTES = 9_000_000  # of one: it still is a request
MAX_STORAGE_CHARS = 6_000_000  # of a key or value: more than Firefox keeps of a site
MAX_CLIPBOARD_CHARS = 1_000_000  # of its text, and of its HTML
MAX_CALL_CHARS = 1_000_000  # of what a page gives a function of a program, as JSON
MAX_STORAGE_ENTRIES = 1_000  # listed at once
MAX_COOKIES = 3_000  # as Firefox keeps
MAX_EXTRA_HEADERS = 100  # of one agent, and of one tab
MAX_HEADER_CHARS = 16_384  # of one: most servers take no more of all
MAX_RATE_KBIT = 10_000_000  # that a network is slowed down to
MAX_ROUTES = 1_000  # of one agent
MAX_ROUTE_BYTES = 64 * MIB  # of the file that one route answers from
MAX_ROUTES_BYTES = 256 * MIB  # of all that the routes of one agent answer from
HELD_SILENCE_MS = 10_000  # after which a program is gone that decides about requests
MAX_FETCHED_BYTES = 32 * MIB  # of an answer that a program looks at
RECORDED_ENTRIES = 2_000  # of a tab whose bodies are recorded
BODY_BYTES = 1 * MIB  # that are kept of each body, unless somebody says otherwise
BODIES_BYTES = 50 * MIB  # that are kept of all bodies of a tab
SOCKET_MESSAGES = 5_000  # of a tab
SOCKET_HEAD_BYTES = 32  # of a binary message in a list
BODY_PREVIEW_CHARS = 500  # of each body in a list
BODIES_SENT_BYTES = 60 * MIB  # of an archive, with all that bytes become in JSON
NOISE_STOCK = 600  # requests of one tab that are noted whatever its pace; then this many a second
NOISE_PER_S = 100
CONSENT_SCAN_MS = 3_000
MAX_INIT_SCRIPTS = 20  # of one agent
MAX_INIT_SCRIPT_CHARS = 1 * MIB  # of one

# Windows and viewports, in CSS pixels
MIN_SIDE_PX = 100
MAX_SIDE_PX = 4_096

# Tabs
MAX_TABS = 12
FAIR_SHARE_TABS = 4  # who holds more is asked to give one up
RESERVATION_MS = 30_000
MAX_SLOT_QUEUE = 24
MAX_POLICY_DOMAINS = 500
POPUPS_AT_ONCE = 3  # that pages may open by themselves, and after each action
POPUP_EVERY_MS = 10_000  # and one more in this time
POPUPS_OPEN = 6  # of the pages of one tab, and of what those opened, at a time
CLOSE_MS = 1_500  # a tab that is being closed is waited for; what does not go is closed again
CLOSE_TRIES = 5

# Agents: one that was silent this long is gone, unless its process is known to live
ORPHAN_AFTER_S = 120
SSH_CONNECT_S = 10
SSH_ALIVE_S = 5  # between looks whether the line to another machine is up; after so many in vain it does not:
SSH_ALIVE_TRIES = 4
SSH_PERSIST_S = 600  # a connection that nothing goes over any more
FAR_HANDSHAKE_MS = 10_000  # over a line that may be long
ATTEND_PING_S = 20
FAR_FILE_DAYS = 1  # what was sent for an upload
SESSION_ORPHAN_AFTER_S = 3_600  # the agent of a session whose process cannot be watched: it thinks, and says nothing
SESSION_KEY_DAYS = 7  # that its key is kept
SWEEP_EVERY_S = 60
PROCESS_POLL_S = 1  # where the system cannot tell the end of a process by itself

# Focus loops
LOOP_ITERATIONS = 20
MAX_LOOP_ITERATIONS = 10_000
MAX_LOOP_MINUTES = 60
MAX_LOOP_PROMPT_CHARS = 8_000  # with what a failed check said, below the 10,000 that Claude Code takes from a hook
MAX_LOOP_PROMISE_CHARS = 1_000
MAX_LOOP_KEY_CHARS = 200
MAX_LOOP_REPEATS = 6  # blocks in a row with the same last message; Claude Code itself overrides the ninth
MAX_LOOPS = 100  # at once
LOOP_PREVIEW_CHARS = 100
LOOP_LOCK_MS = 10_000  # for another process to let go of the file of loops
LOOP_PERSON_LOCK_MS = 200  # the same for the popup: the host answers nobody else meanwhile

# Questions to a person
MAX_QUESTION_CHARS = 500
MAX_NOTE_CHARS = 2_000
MAX_NOTES = 200  # of an agent, that are open
ASK_MS = 110_000  # within the two minutes that Claude Code gives a shell command

# Secrets
MIN_SECRET_CHARS = 4  # a shorter one occurs in too much that is none to be masked
MAX_SECRET_BYTES = 4 * KIB
MAX_SECRET_DOMAINS = 50
MAX_SECRETS = 500
UNSEEN_CHARS = 4_096  # that are kept beyond what is reported of a recorded text, to find a secret that it was cut in

# Hosts whose certificates are not checked
MAX_ACCEPTED_HOSTS = 50

# Servers that `clz ready` waits for
READY_MS = 60_000
MIN_READY_MS = 1_000  # less was meant as seconds
MAX_READY_MS = 3_600_000

# Host
DRAIN_MS = 1_000  # a host that ends gives what it still has to say so long to go out

# Firefox
BROWSER_START_MS = 30_000
BROWSER_START_MOST_MS = 90_000  # of one that is still at work then, as on a busy machine
BROWSER_STOP_MS = 10_000
IDLE_MINUTES = 30
MAX_IDLE_MINUTES = 10_080  # a week

# Logs
LOG_BYTES = 1 * MIB
LOG_FILES = 3
SHORT_ID_CHARS = 12

# MCP
FORMS = ("clz", "python", "playwright")  # in which the steps of a test are written
MCP_MAX_CHARS = 20_000  # of one result; clients cut or divert what is much longer
MCP_IMAGE_PIXELS = 2_000  # of its longer side: models scale larger pictures down
MCP_IMAGE_BYTES = 1 * MIB  # in base64
MCP_PROGRESS_MS = 2_000
MCP_GOODBYE_MS = 1_500
MCP_FILES_HOURS = 24  # what a server left that was killed
HEARTBEAT_MS = 30_000

# Tests
TEST_MS = 60_000  # of one, unless somebody says otherwise
TEST_AFTER_MS = 10_000  # for `after`, once the test's own time is up
TEST_GRACE_MS = 15_000  # that a worker gets beyond the test's own time: for `after`, evidence and farewell
