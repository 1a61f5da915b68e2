/* `clz` as a compiled program: hands its command to the warm process beside the host, and is done with it.
 *
 * It knows no command. Where anything is missing, odd or busy it becomes `python -m clz_cli` at once, and nothing has
 * been done. Which Python that is follows from where this program is, never from the environment: it is beside it, or is
 * named by the script `claudezilla` there, which is the same as this program and which pip writes for the Python that it
 * installs for.
 *
 * Who says what and when is in `clz_cli.warm`, with what is sent. Numbers are four bytes, the highest first.
 */
#define _GNU_SOURCE
#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <langinfo.h>
#include <limits.h>
#include <locale.h>
#include <poll.h>
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
#ifdef __APPLE__
#include <mach-o/dyld.h>
#include <sys/ucred.h>
#endif

enum {
  SIGN_MS = 50,     /* for a sign of life; without one the command is run here, which takes longer */
  READY_MS = 250,   /* from there to a fork that is ready, on a machine under load */
  INSIST_MS = 10000 /* both, with CLZ_WARM=wait */
};
enum { ACCEPTED = 'A', READY = 'R', BEGINS = 'G', NEEDS_TERMINAL = 'E', SIGNALLED = 'S' };
static const size_t MOST_BYTES = 8u * 1024 * 1024;
static const int PASSED_ON[] = {SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGUSR1, SIGUSR2};
static const int MAY_BE_IGNORED[] = {SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGUSR1, SIGUSR2, SIGTSTP, SIGCONT};
#define COUNT(array) (sizeof(array) / sizeof *(array))

extern char **environ;

/* Where this program is, and the Python that it stands for. */
static char folder[PATH_MAX];
static char python[PATH_MAX + 32];
static char version[16]; /* of Python, as in `lib/python3.13`; empty where the folder has one Python alone */

static volatile pid_t fork_pid;

static bool exists(const char *path) {
  struct stat info;
  return stat(path, &info) == 0;
}

static bool is_set(const char *name) {
  const char *value = getenv(name);
  return value && *value;
}

/* The folder of this program, with no link in it. */
static bool find_folder(void) {
#ifdef __APPLE__
  char named[PATH_MAX];
  uint32_t size = sizeof named;
  if (_NSGetExecutablePath(named, &size) != 0 || !realpath(named, folder)) return false;
#else
  ssize_t length = readlink("/proc/self/exe", folder, sizeof folder - 1);
  if (length <= 0) return false;
  folder[length] = '\0';
#endif
  char *end = strrchr(folder, '/');
  if (end) *end = '\0';
  return end && end != folder;
}

/* A virtual environment has one Python. Beside others it is the one that clz was installed for. */
static bool look_for_python(void) {
  char path[PATH_MAX + 64];
  snprintf(path, sizeof path, "%s/../pyvenv.cfg", folder);
  if (exists(path)) {
    snprintf(python, sizeof python, "%s/python", folder);
    return exists(python);
  }
  snprintf(path, sizeof path, "%s/../lib", folder);
  DIR *libraries = opendir(path);
  if (!libraries) return false;
  unsigned found = 0;
  for (struct dirent *entry; (entry = readdir(libraries));) {
    unsigned minor;
    int length = 0;
    if (sscanf(entry->d_name, "python3.%3u%n", &minor, &length) != 1 || entry->d_name[length]) continue;
    static const char *const PACKAGES[] = {"site-packages", "dist-packages"};
    for (size_t at = 0; at < COUNT(PACKAGES); at++) {
      snprintf(path, sizeof path, "%s/../lib/python3.%u/%s/clz_cli/main.py", folder, minor, PACKAGES[at]);
      if (!exists(path)) continue;
      snprintf(version, sizeof version, "3.%u", minor);
      snprintf(python, sizeof python, "%s/python3.%u", folder, minor);
      found += exists(python);
      break;
    }
  }
  closedir(libraries);
  return found == 1;
}

static bool find_python(void) {
  if (find_folder() && look_for_python()) return true;
  *python = '\0';
  return false;
}

static int become_python(int count, char **words) {
#ifdef ONLY_WARM /* for tests: say that it was not run there */
  (void)count, (void)words;
  return 70;
#endif
  char **all = calloc((size_t)count + 4, sizeof *all);
  if (all) {
    size_t at = 0;
    char script[PATH_MAX + 32];
    snprintf(script, sizeof script, "%s/claudezilla", folder);
    if (*python) {
      all[at++] = python;
      all[at++] = "-P"; /* the current folder has no say in what is loaded */
      all[at++] = "-m";
      all[at++] = "clz_cli";
    } else {
      all[at++] = script;
    }
    for (int word = 1; word < count; word++) all[at++] = words[word];
    if (*folder) execv(all[0], all);
  }
  fprintf(stderr,
          "error: the Python that clz is installed for cannot be started from %s: %s. [INTERNAL]\n"
          "hint: Install clz again.\n",
          folder, *python ? strerror(errno) : "there is none, or more than one, and no claudezilla");
  return 1;
}

/* What is opened next would have the number of a standard file that was closed. */
static void open_standard_files(void) {
  for (int number = 0; number < 3; number++)
    if (fcntl(number, F_GETFD) < 0 && open("/dev/null", O_RDWR) != number) _exit(1);
}

/* A terminal may have us stop, and no process of another session. */
static bool in_background(void) {
  for (int number = 0; number < 3; number++) {
    pid_t group = tcgetpgrp(number);
    if (group >= 0 && group != getpgrp()) return true;
  }
  return false;
}

/* Other variables of Python's change how it runs or what it loads. */
static bool python_is_told_something(void) {
  for (char **entry = environ; *entry; entry++) {
    if (strncmp(*entry, "PYTHON", 6) != 0) continue;
    if (strncmp(*entry, "PYTHONUNBUFFERED=", 17) == 0 || strncmp(*entry, "PYTHONDONTWRITEBYTECODE=", 24) == 0) continue;
    return true;
  }
  return false;
}

/* Probably the session; whose warm process it is makes no difference to the command. */
static const char *session_of(int count, char **words) {
  for (int at = 1; at < count; at++) {
    if (strcmp(words[at], "--session") == 0 && at + 1 < count) return words[at + 1];
    if (strncmp(words[at], "--session=", 10) == 0) return words[at] + 10;
  }
  return is_set("CLZ_SESSION") ? getenv("CLZ_SESSION") : "default";
}

/* Where the warm process of a session listens: as `clz_core.config.paths` has it. */
static bool socket_path(const char *session, struct sockaddr_un *address) {
  if (!*session) return false;
  for (const char *at = session; *at; at++)
    if (!(isalnum((unsigned char)*at) || *at == '-' || *at == '_')) return false;
  const char *base, *below;
  struct stat info;
  if (is_set("CLZ_RUNTIME_DIR")) {
    base = getenv("CLZ_RUNTIME_DIR"), below = "";
  } else if (is_set("XDG_RUNTIME_DIR") && stat(getenv("XDG_RUNTIME_DIR"), &info) == 0 && S_ISDIR(info.st_mode)) {
    base = getenv("XDG_RUNTIME_DIR"), below = "/clz";
  } else if (is_set("CLZ_STATE_DIR")) {
    base = getenv("CLZ_STATE_DIR"), below = "/run";
  } else {
#ifdef __linux__
    if (is_set("XDG_STATE_HOME") && *getenv("XDG_STATE_HOME") == '/') {
      base = getenv("XDG_STATE_HOME"), below = "/clz/run";
    } else {
      if (!is_set("HOME")) return false;
      base = getenv("HOME"), below = "/.local/state/clz/run";
    }
#else
    return false;
#endif
  }
  if (*base != '/' || strstr(base, "/..")) return false; /* a path that Python would first work out */
  char parent[PATH_MAX];
  size_t room = sizeof address->sun_path;
  int length = snprintf(parent, sizeof parent, "%s%s/%s", base, below, session);
  if (length < 0 || (size_t)length >= sizeof parent) return false;
  int whole = snprintf(address->sun_path, room, "%s/warm.sock", parent);
  if (whole < 0 || (size_t)whole >= room) return false;
  address->sun_family = AF_UNIX;
  /* Whoever could put another socket there could have any answer given. */
  return lstat(parent, &info) == 0 && S_ISDIR(info.st_mode) && info.st_uid == geteuid() && !(info.st_mode & 077);
}

static bool is_ours(int connection) {
#ifdef SO_PEERCRED
  struct ucred peer;
  socklen_t size = sizeof peer;
  return getsockopt(connection, SOL_SOCKET, SO_PEERCRED, &peer, &size) == 0 && peer.uid == geteuid();
#else
  uid_t user;
  gid_t group;
  return getpeereid(connection, &user, &group) == 0 && user == geteuid();
#endif
}

/* Reads exactly so many bytes within so many milliseconds, or for ever with -1. */
static bool take(int connection, unsigned char *into, size_t size, int wait_ms) {
  struct timespec begun, now;
  clock_gettime(CLOCK_MONOTONIC, &begun);
  for (size_t have = 0; have < size;) {
    int left = -1;
    if (wait_ms >= 0) {
      clock_gettime(CLOCK_MONOTONIC, &now);
      left = wait_ms - (int)((now.tv_sec - begun.tv_sec) * 1000 + (now.tv_nsec - begun.tv_nsec) / 1000000);
      if (left < 0) left = 0;
    }
    struct pollfd one = {.fd = connection, .events = POLLIN};
    int ready = poll(&one, 1, left);
    if (ready == 0) return false;
    if (ready < 0) {
      if (errno == EINTR) continue;
      return false;
    }
    ssize_t got = recv(connection, into + have, size - have, 0);
    if (got < 0 && (errno == EINTR || errno == EAGAIN)) continue;
    if (got <= 0) return false;
    have += (size_t)got;
  }
  return true;
}

static uint32_t number_in(const unsigned char *bytes) {
  return (uint32_t)bytes[0] << 24 | (uint32_t)bytes[1] << 16 | (uint32_t)bytes[2] << 8 | bytes[3];
}

/* What is sent, and grows. */
static char *body;
static size_t body_size, body_room;

static bool put(const char *text) {
  size_t size = strlen(text) + 1;
  if (body_size + size > MOST_BYTES) return false;
  if (body_size + size > body_room) {
    body_room = (body_size + size) * 2;
    char *larger = realloc(body, body_room);
    if (!larger) return false;
    body = larger;
  }
  memcpy(body + body_size, text, size);
  body_size += size;
  return true;
}

static bool put_number(unsigned long number) {
  char text[24];
  snprintf(text, sizeof text, "%lu", number);
  return put(text);
}

/* How Python reads and writes standard files in this locale; NULL for one that is not UTF-8. */
static const char *errors_of_locale(void) {
  const char *name = setlocale(LC_CTYPE, "");
  if (!name) name = "C";
  static const char *const LENIENT[] = {"C", "POSIX", "C.UTF-8", "C.utf8", "UTF-8"};
  for (size_t at = 0; at < COUNT(LENIENT); at++)
    if (strcmp(name, LENIENT[at]) == 0) return "surrogateescape";
#if defined(__linux__) && !defined(__GLIBC__)
  /* musl takes each locale for one of UTF-8, whatever its name says */
  const char *codeset = strchr(name, '.');
  if (!codeset || (strncasecmp(codeset, ".utf-8", 6) != 0 && strncasecmp(codeset, ".utf8", 5) != 0)) return NULL;
#endif
  return strcmp(nl_langinfo(CODESET), "UTF-8") == 0 ? "strict" : NULL;
}

static bool pack(int count, char **words) {
  char text[PATH_MAX + 64];
  mode_t mask = umask(077);
  umask(mask);
  snprintf(text, sizeof text, "launcher:%s:%s", version, folder);
  if (!put(text) || !put_number((unsigned long)getpid()) || !put_number((unsigned long)getppid()) || !put_number(mask))
    return false;
  size_t length = (size_t)snprintf(text, sizeof text, "%d", SIGPIPE); /* as Python has it */
  for (size_t at = 0; at < COUNT(MAY_BE_IGNORED); at++) {
    struct sigaction now;
    if (sigaction(MAY_BE_IGNORED[at], NULL, &now) == 0 && now.sa_handler == SIG_IGN)
      length += (size_t)snprintf(text + length, sizeof text - length, ",%d", MAY_BE_IGNORED[at]);
  }
  if (!put(text)) return false;
  const char *errors = errors_of_locale(), *through = is_set("PYTHONUNBUFFERED") ? "1" : "0";
  if (!errors) return false;
  for (int number = 0; number < 3; number++)
    if (!put("utf-8") || !put(number == 2 ? "backslashreplace" : errors) || !put(number ? through : "0")) return false;
  if (!put_number((unsigned long)count)) return false;
  for (int word = 0; word < count; word++)
    if (!put(words[word])) return false;
  for (char **entry = environ; *entry; entry++)
    if (!put(*entry)) return false;
  body_size--; /* between two parts there is a zero, and none after the last */
  return true;
}

#ifndef MSG_NOSIGNAL
#define MSG_NOSIGNAL 0
#endif

static bool send_all(int connection, const char *data, size_t size) {
  for (size_t sent = 0; sent < size;) {
    ssize_t more = send(connection, data + sent, size - sent, MSG_NOSIGNAL);
    if (more < 0 && errno == EINTR) continue;
    if (more <= 0) return false;
    sent += (size_t)more;
  }
  return true;
}

static bool give(int connection) {
  int current = open(".", O_RDONLY | O_CLOEXEC);
  if (current < 0) return false;
  int descriptors[] = {0, 1, 2, current};
  unsigned char size[4] = {(unsigned char)(body_size >> 24), (unsigned char)(body_size >> 16),
                           (unsigned char)(body_size >> 8), (unsigned char)body_size};
  union {
    struct cmsghdr head;
    char bytes[CMSG_SPACE(sizeof descriptors)];
  } control;
  memset(&control, 0, sizeof control);
  struct iovec data = {.iov_base = size, .iov_len = sizeof size};
  struct msghdr message = {
      .msg_iov = &data, .msg_iovlen = 1, .msg_control = &control, .msg_controllen = sizeof control.bytes};
  struct cmsghdr *head = CMSG_FIRSTHDR(&message);
  head->cmsg_level = SOL_SOCKET;
  head->cmsg_type = SCM_RIGHTS;
  head->cmsg_len = CMSG_LEN(sizeof descriptors);
  memcpy(CMSG_DATA(head), descriptors, sizeof descriptors);
  bool sent = sendmsg(connection, &message, MSG_NOSIGNAL) == (ssize_t)sizeof size;
  close(current);
  return sent && send_all(connection, body, body_size);
}

static void pass_on(int number) {
  int kept = errno;
  kill(fork_pid, number);
  errno = kept;
}

/* Stop with the fork, and go on with it. */
static void stop(int number) {
  int kept = errno;
  struct sigaction ours, usual = {.sa_handler = SIG_DFL};
  sigset_t only;
  sigemptyset(&only);
  sigaddset(&only, number);
  kill(fork_pid, SIGSTOP);
  sigaction(number, &usual, &ours);
  raise(number);
  sigprocmask(SIG_UNBLOCK, &only, NULL); /* here we stop until somebody has us go on */
  sigprocmask(SIG_BLOCK, &only, NULL);
  sigaction(number, &ours, NULL);
  kill(fork_pid, SIGCONT);
  errno = kept;
}

static void listen_to(int number, void (*handler)(int)) {
  struct sigaction now, ours = {.sa_handler = handler, .sa_flags = SA_RESTART};
  sigemptyset(&ours.sa_mask);
  if (sigaction(number, NULL, &now) == 0 && now.sa_handler != SIG_IGN) sigaction(number, &ours, NULL);
}

static int lost(const char *why) {
  fprintf(stderr, "error: the process that ran this command is lost: %s. [INTERNAL]\n", why);
  fputs("hint: The command may have been done: look before you run it again.\n", stderr);
  return 1;
}

/* The exit code of the command; -1 if nothing was done. */
static int run_there(int count, char **words) {
  const char *way = getenv("CLZ_WARM");
  struct sockaddr_un address;
  memset(&address, 0, sizeof address);
  if ((way && strcmp(way, "0") == 0) || (count == 2 && strcmp(words[1], "hook") == 0)) return -1;
  if (python_is_told_something() || in_background()) return -1;
  if (!socket_path(session_of(count, words), &address) || !pack(count, words)) return -1;
  bool insists = way && strcmp(way, "wait") == 0;
  int connection = socket(AF_UNIX, SOCK_STREAM, 0);
  if (connection < 0) return -1;
  unsigned char said[5];
  fcntl(connection, F_SETFD, FD_CLOEXEC);
  fcntl(connection, F_SETFL, O_NONBLOCK); /* where too many wait to be heard, none of them is soon */
  bool heard = connect(connection, (struct sockaddr *)&address, sizeof address) == 0 && is_ours(connection) &&
               take(connection, said, 1, insists ? INSIST_MS : SIGN_MS) && said[0] == ACCEPTED &&
               take(connection, said, 5, insists ? INSIST_MS : READY_MS) && said[0] == READY;
  fcntl(connection, F_SETFL, 0);
  if (heard) fork_pid = (pid_t)number_in(said + 1);
  if (fork_pid > 1) listen_to(SIGTSTP, stop); /* a Ctrl-Z must not stop us alone: the command may begin at once */
  if (!heard || fork_pid <= 1 || !give(connection)) {
    close(connection);
    return -1;
  }
  for (size_t at = 0; at < COUNT(PASSED_ON); at++) listen_to(PASSED_ON[at], pass_on);
  /* From here on the command is run there, and nowhere else unless the fork itself says so. */
  if (!take(connection, said, 1, -1) || said[0] != BEGINS) {
    close(connection);
    return -1;
  }
  if (!take(connection, said, 5, -1)) return lost("it was killed");
  uint32_t number = number_in(said + 1);
  if (said[0] == NEEDS_TERMINAL) {
    close(connection);
    return -1;
  }
  if (said[0] == SIGNALLED) { /* as whoever started us would have seen it */
    signal((int)number, SIG_DFL);
    kill(getpid(), (int)number);
  }
  return (int)(number & 0xff);
}

int main(int count, char **words) {
  open_standard_files();
  if (count > 0 && find_python()) {
    int code = run_there(count, words);
    if (code >= 0) return code;
  }
  for (size_t at = 0; at < COUNT(PASSED_ON); at++) {
    struct sigaction now;
    if (sigaction(PASSED_ON[at], NULL, &now) == 0 && now.sa_handler == pass_on) signal(PASSED_ON[at], SIG_DFL);
  }
  return become_python(count, words);
}
