#!/usr/bin/env bash
# Boots a system that tests/fresh.sh kept as a machine of its own (QEMU, systemd, cgroup v2) and runs a command there in a login
# session of its plain user. Output and exit status come through; 125 means that the machine failed.
#   tests/fresh/vm.sh SYSTEM COMMAND     needs root; without hardware virtualisation everything is emulated and ten times slower
# The kernel and systemd are installed into SYSTEM first, at the host's speed. It boots from a copy: SYSTEM itself stays as it is.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
fail() { printf 'vm: %s\n' "$@" >&2; exit 125; }
[[ $# == 2 && -d $1/home/tester ]] || { sed -n '2,6s/^# //p' "${BASH_SOURCE[0]}" >&2; exit 125; }
system=$1 command=$2

type -P qemu-system-x86_64 mke2fs >/dev/null || { apt-get update -qq; apt-get install -qq -y --no-install-recommends qemu-system-x86 e2fsprogs; } >&2 \
  || fail "needs QEMU and e2fsprogs"
work=$(mktemp -d "$(dirname "$system")/vm.XXXXXX")
readers=() machine=
finish() {
  local process
  for process in $machine "${readers[@]}"; do kill "$process" 2>/dev/null || true; done
  rm -rf "$work"
}
trap finish EXIT
trap 'exit 125' INT TERM

# 1. What makes a machine of the tree: kernel, init, a user manager, a network by DHCP.
if [[ ! -e $system/usr/local/lib/fresh/ready ]]; then
  "$here/enter.sh" "$system" env DEBIAN_FRONTEND=noninteractive apt-get install -qq -y --no-install-recommends \
    linux-image-cloud-amd64 initramfs-tools systemd-sysv libpam-systemd dbus dbus-user-session udev iproute2 zstd >&2 \
    || fail "the kernel and systemd could not be installed in $system"
  # A small initrd, of only what finds the disk.
  sed -i 's/^MODULES=.*/MODULES=list/; s/^COMPRESS=.*/COMPRESS=gzip/' "$system/etc/initramfs-tools/initramfs.conf"
  printf '%s\n' virtio_pci virtio_blk ext4 >>"$system/etc/initramfs-tools/modules"
  "$here/enter.sh" "$system" update-initramfs -u >&2 || fail "no initrd could be made"
  printf '[Match]\nName=en* eth*\n[Network]\nDHCP=ipv4\nLinkLocalAddressing=no\n' >"$system/etc/systemd/network/10-wired.network"
  mkdir -p "$system/var/lib/systemd/linger" "$system/usr/local/lib/fresh"
  : >"$system/var/lib/systemd/linger/tester"
  : >"$system/etc/machine-id"
  cat >"$system/etc/systemd/system/fresh.service" <<'UNIT'
[Unit]
Wants=network-online.target
After=network-online.target user@1000.service
[Service]
ExecStart=/bin/bash /usr/local/lib/fresh/run
[Install]
WantedBy=multi-user.target
UNIT
  "$here/enter.sh" "$system" sh -c 'systemctl enable systemd-networkd fresh && systemctl mask apt-daily.timer apt-daily-upgrade.timer' >&2 2>&1
  : >"$system/usr/local/lib/fresh/ready"
fi
# A port opens once and is root's: the command writes to pipes of its own, so that it may open /dev/stdout again and something that
# it leaves behind does not hold up the end.
cat >"$system/usr/local/lib/fresh/run" <<'GUEST'
ports=/dev/virtio-ports pipes=/run/fresh
echo 'nameserver 10.0.2.3' >/etc/resolv.conf
mkdir $pipes
mkfifo $pipes/out $pipes/err
chown tester: $pipes/out $pipes/err
cat $pipes/out >$ports/out & first=$!
cat $pipes/err >$ports/err & second=$!
su -l tester -c "exec bash /usr/local/lib/fresh/command >$pipes/out 2>$pipes/err" </dev/null
status=$?
for try in 1 2 3 4 5 6 7 8 9 10; do
  kill -0 $first 2>/dev/null || kill -0 $second 2>/dev/null || break
  sleep 0.2
done
echo $status >$ports/status
systemctl poweroff
GUEST
printf '%s\n' "$command" >"$system/usr/local/lib/fresh/command"

# 2. The disk, and the boot. /dev/kvm alone proves nothing: without the processor's flags a stock kernel hangs in it.
mke2fs -q -t ext4 -E lazy_itable_init=0 -d "$system" "$work/disk" 24G || fail "no disk could be made of $system"
accelerator=(-accel "tcg,thread=multi,tb-size=1024" -cpu max,la57=off)
if grep -qwE 'vmx|svm' /proc/cpuinfo && [[ -w /dev/kvm ]]; then accelerator=(-accel kvm -accel tcg -cpu max); fi
mkfifo "$work/out" "$work/err"
cat "$work/out" & readers+=($!)
cat "$work/err" >&2 & readers+=($!)
channels=()
for channel in out err status; do
  channels+=(-chardev "file,id=$channel,path=$work/$channel" -device "virtserialport,chardev=$channel,name=$channel")
done
kernel=("$system"/boot/vmlinuz-*) initrd=("$system"/boot/initrd.img-*)
qemu-system-x86_64 -M q35 "${accelerator[@]}" -smp 2 -m 6G -nodefaults -no-user-config -display none -no-reboot -serial "file:$work/console" \
  -kernel "${kernel[-1]}" -initrd "${initrd[-1]}" -append 'root=/dev/vda rw console=ttyS0 mitigations=off panic=-1' \
  -drive "if=none,id=root,format=raw,cache=unsafe,file=$work/disk" -device virtio-blk-pci,drive=root \
  -nic user,model=virtio-net-pci -device virtio-rng-pci -device virtio-serial-pci "${channels[@]}" 2>"$work/errors" &
machine=$!
wait "$machine" || true
machine=
exec 8<>"$work/out"; exec 8<>"$work/err"; exec 8>&-  # lets the readers end if the machine never came up
wait "${readers[@]}" || true
readers=()
status=$(cat "$work/status" 2>/dev/null || true)
[[ $status =~ ^[0-9]+$ ]] || { cat "$work/errors" >&2; tail -n 40 "$work/console" >&2; fail "the machine ended without a result"; }
exit "$status"
