#include "worker/system_call_filter.h"

#include <fcntl.h>
#include <sched.h>
#include <unistd.h>

#include <cerrno>
#include <memory>

#include <seccomp.h>

#include "base/error.h"

namespace mineru::worker {

namespace {

// Refused whatever their arguments. Names that this kernel or processor lacks are skipped.
constexpr const char* kRefused[] = {
    // programs and processes
    "execve",
    "execveat",
    "fork",
    "vfork",
    "ptrace",
    "process_vm_readv",
    "process_vm_writev",
    "pidfd_open",
    "pidfd_getfd",
    "pidfd_send_signal",
    "process_madvise",
    "kcmp",
    "setns",
    "unshare",
    // network and other ways out
    "socket",
    "socketpair",
    "connect",
    "bind",
    "listen",
    "accept",
    "accept4",
    "io_uring_setup",
    "mq_open",
    "shmget",
    "msgget",
    "semget",
    // files
    "creat",
    "unlink",
    "unlinkat",
    "rename",
    "renameat",
    "renameat2",
    "link",
    "linkat",
    "symlink",
    "symlinkat",
    "mkdir",
    "mkdirat",
    "rmdir",
    "mknod",
    "mknodat",
    "chmod",
    "fchmod",
    "fchmodat",
    "chown",
    "fchown",
    "lchown",
    "fchownat",
    "truncate",
    "setxattr",
    "lsetxattr",
    "fsetxattr",
    "removexattr",
    "lremovexattr",
    "fremovexattr",
    "utime",
    "utimes",
    "utimensat",
    "futimesat",
    "open_by_handle_at",
    "name_to_handle_at",
    "fanotify_init",
    // the machine
    "mount",
    "umount2",
    "pivot_root",
    "chroot",
    "move_mount",
    "fsopen",
    "fsmount",
    "open_tree",
    "swapon",
    "swapoff",
    "reboot",
    "kexec_load",
    "kexec_file_load",
    "init_module",
    "finit_module",
    "delete_module",
    "acct",
    "settimeofday",
    "clock_settime",
    "adjtimex",
    "clock_adjtime",
    "sethostname",
    "setdomainname",
    "iopl",
    "ioperm",
    "quotactl",
    "syslog",
    "bpf",
    "perf_event_open",
    "userfaultfd",
    "add_key",
    "request_key",
    "keyctl",
    "personality",
    "setuid",
    "setgid",
    "setreuid",
    "setregid",
    "setresuid",
    "setresgid",
    "setgroups",
    "capset",
    "nfsservctl",
    "lookup_dcookie",
    "vmsplice",
    "modify_ldt",
    // signals to others; threads of our own are reached by tgkill
    "tkill",
    "rt_sigqueueinfo",
    "rt_tgsigqueueinfo",
};

class Filter {
 public:
  Filter() : context_(seccomp_init(SCMP_ACT_ALLOW)) {
    if (!context_) throw_error(Code::kInternal, "seccomp_init failed");
  }

  template <class... Conditions>
  void refuse(const char* name, int error, Conditions... conditions) {
    const int number = seccomp_syscall_resolve_name(name);
    if (number == __NR_SCMP_ERROR) return;  // newer than this libseccomp
    const int result =
        seccomp_rule_add(context_.get(), SCMP_ACT_ERRNO(static_cast<unsigned>(error)), number,
                         static_cast<unsigned>(sizeof...(conditions)), conditions...);
    if (result != 0 && result != -EDOM) {  // EDOM: another architecture's call
      throw_error(Code::kInternal, "system call filter: {} gives {}", name, result);
    }
  }

  void load() {
    const int result = seccomp_load(context_.get());
    if (result != 0) throw_error(Code::kInternal, "system call filter: loading gives {}", result);
  }

 private:
  struct Release {
    void operator()(void* context) const { seccomp_release(context); }
  };
  std::unique_ptr<void, Release> context_;
};

scmp_arg_cmp argument(unsigned index, scmp_compare op, scmp_datum_t a, scmp_datum_t b = 0) {
  return {index, op, a, b};
}

void refuse_writing(Filter& filter, const char* name, unsigned flags_index) {
  for (const int flag : {O_WRONLY, O_RDWR}) {
    filter.refuse(
        name, EPERM,
        argument(flags_index, SCMP_CMP_MASKED_EQ, O_ACCMODE, static_cast<scmp_datum_t>(flag)));
  }
  for (const int flag : {O_CREAT, O_TRUNC}) {
    filter.refuse(name, EPERM,
                  argument(flags_index, SCMP_CMP_MASKED_EQ, static_cast<scmp_datum_t>(flag),
                           static_cast<scmp_datum_t>(flag)));
  }
}

}  // namespace

void load_system_call_filter() {
  Filter filter;
  for (const char* name : kRefused) filter.refuse(name, EPERM);
  refuse_writing(filter, "open", 1);
  refuse_writing(filter, "openat", 2);
  // Their flags lie in memory, where a filter cannot look; callers fall back to the plain ones.
  filter.refuse("openat2", ENOSYS);
  filter.refuse("clone3", ENOSYS);
  // Threads yes (libvips has some), processes no.
  filter.refuse("clone", EPERM, argument(0, SCMP_CMP_MASKED_EQ, CLONE_THREAD, 0));
  // abort() signals itself.
  const auto self = static_cast<scmp_datum_t>(::getpid());
  filter.refuse("kill", EPERM, argument(0, SCMP_CMP_NE, self));
  filter.refuse("tgkill", EPERM, argument(0, SCMP_CMP_NE, self));
  filter.load();
}

}  // namespace mineru::worker
