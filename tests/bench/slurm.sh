#!/usr/bin/env bash
# The peer: Slurm as a one-node cluster on the loopback with 16 slots, tuned after its high-throughput guide (the guide's set, with
# sched/builtin and without its waiting times, which suits one small node better).
#   tests/bench/slurm.sh submit ROUNDS   submissions a second of one persistent libslurm client, jobs staying pending; a line a round
#   tests/bench/slurm.sh crash ROUNDS    kills of its controller under eight submitting loops; a line a round: accepted ids, lost ones,
#                                        and how many of the lost ids it gives out again
#   tests/bench/slurm.sh short ROUNDS    jobs of /bin/true a second, submitted by eight loops and run 16 at once; a line a round
# Needs root; installs Slurm's packages if they are missing. Starts only processes of its own and ends them.
set -euo pipefail
what=${1-} rounds=${2-5} slots=16
[[ $what == submit || $what == short || $what == crash ]] || { sed -n '4,7s/^# //p' "$0" >&2; exit 2; }
story() { printf 'slurm: %s\n' "$*" >&2; }
((EUID == 0)) || { story "the peer needs root"; exit 1; }
if ! command -v slurmctld slurmd munged gcc >/dev/null || [[ ! -e /usr/include/slurm/slurm.h ]]; then
  apt-get update -qq >&2
  # RUNLEVEL=1 keeps the packages from starting their services.
  RUNLEVEL=1 DEBIAN_FRONTEND=noninteractive apt-get install -qq -y --no-install-recommends slurm-wlm munge libslurm-dev gcc libc6-dev >&2
fi

work=$(mktemp -d "${TMPDIR:-/var/tmp}/slurm-bench.XXXXXX")
chmod 755 "$work"
cd "$work"
mkdir -m 755 state spool munge
host=$(hostname -s)
export SLURM_CONF=$work/slurm.conf
munge= controller= daemon=
# Ends the jobs first: a slurmd waits for its jobs, and nobody would end those once the controller is gone.
finish() {
  local process deadline
  if [[ -n $controller ]]; then
    timeout 10 scancel --user=root 2>/dev/null || true
    deadline=$((SECONDS + 20))
    while [[ -n $(timeout 5 squeue -h -t R,CG 2>/dev/null) ]] && ((SECONDS < deadline)); do sleep 0.2; done
  fi
  for process in $daemon $controller $munge; do
    kill "$process" 2>/dev/null || continue
    deadline=$((SECONDS + 15))
    while kill -0 "$process" 2>/dev/null && ((SECONDS < deadline)); do sleep 0.1; done
    kill -9 "$process" 2>/dev/null || true
    wait "$process" 2>/dev/null || true
  done
  rm -rf "$work"
}
trap finish EXIT
trap 'exit 1' INT TERM

cat >slurm.conf <<CONF
ClusterName=peer
SlurmctldHost=$host(127.0.0.1)
SlurmUser=root
SlurmdUser=root
AuthInfo=socket=$work/munge/socket
StateSaveLocation=$work/state
SlurmdSpoolDir=$work/spool
SlurmctldPidFile=$work/controller.pid
SlurmdPidFile=$work/daemon.pid
SlurmctldLogFile=$work/controller.log
SlurmdLogFile=$work/daemon.log
SlurmctldPort=26820-26827
SlurmdPort=26818
CommunicationParameters=NoInAddrAny,NoCtldInAddrAny
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
MpiDefault=none
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
SlurmdParameters=config_overrides
PropagateResourceLimits=NONE
ReturnToService=2
MaxJobCount=50000
MinJobAge=10
MessageTimeout=30
SlurmctldDebug=error
SlurmdDebug=error
PriorityType=priority/basic
JobAcctGatherType=jobacct_gather/none
JobCompType=jobcomp/none
AccountingStorageType=accounting_storage/none
SchedulerType=sched/builtin
SchedulerParameters=batch_sched_delay=0,partition_job_depth=500,sched_max_job_start=200,sched_min_interval=20000
NodeName=node NodeHostname=$host NodeAddr=127.0.0.1 CPUs=$slots RealMemory=4000 State=UNKNOWN
PartitionName=all Nodes=node Default=YES MaxTime=INFINITE State=UP
CONF
printf '#!/bin/sh\n/bin/true\n' >true.sh
printf '#!/bin/sh\nexec sleep 3600\n' >filler.sh

dd if=/dev/urandom of=munge/key bs=1024 count=1 status=none
chmod 400 munge/key
munged -F --force -S "$work/munge/socket" --key-file="$work/munge/key" --pid-file="$work/munge/pid" --seed-file="$work/munge/seed" \
  --log-file="$work/munge/log" --num-threads=10 >munge.out 2>&1 &
munge=$!

# wait_for SECONDS COMMAND...
wait_for() {
  local deadline=$((SECONDS + $1))
  shift
  until "$@" >/dev/null 2>&1; do
    ((SECONDS < deadline)) || { story "no '$*' in time"; tail -n 5 "$work"/*.log >&2; return 1; }
    sleep 0.1
  done
}
idle() { [[ $(sinfo -h -p all -o %t) == idle ]]; }
filled() { (($(squeue -h -n filler -t R | wc -l) == slots)); }
drained() { [[ -z $(squeue -h -t PD,R,CG,CF) ]]; }
controller_up() { scontrol ping | grep -q UP; }

wait_for 20 test -S munge/socket
slurmctld -D -c >controller.out 2>&1 & controller=$!
wait_for 60 controller_up
slurmd -D -N node >daemon.out 2>&1 & daemon=$!
wait_for 60 idle
story "Slurm $(slurmctld -V | cut -d ' ' -f 2), $slots slots"

per_second() { awk "BEGIN {printf \"%.1f\n\", $1 / ($(date +%s.%N) - $2)}"; }

if [[ $what == submit ]]; then
  cat >client.c <<'C'
#include <slurm/slurm.h>
#include <stdlib.h>
int main(int count, char **words) {
    int i, bad = 0, jobs = atoi(words[1]);
    char *environment[] = {"PATH=/bin:/usr/bin", NULL};
    (void)count;
    slurm_init(NULL);
    for (i = 0; i < jobs; i++) {
        job_desc_msg_t job;
        submit_response_msg_t *answer = NULL;
        slurm_init_job_desc_msg(&job);
        job.script = "#!/bin/sh\n/bin/true\n";
        job.user_id = job.group_id = 0;
        job.work_dir = "/tmp";
        job.std_out = "/dev/null";
        job.environment = environment;
        job.env_size = 1;
        job.min_cpus = 1;
        job.name = "bench";
        if (slurm_submit_batch_job(&job, &answer)) bad++;
        if (answer) slurm_free_submit_response_response_msg(answer);
    }
    return bad != 0;
}
C
  gcc -O2 -o client client.c -lslurm
  for ((i = 0; i < slots; i++)); do sbatch -Q -J filler -o /dev/null filler.sh; done
  wait_for 60 filled
  for ((round = 0; round < rounds; round++)); do
    begin=$(date +%s.%N)
    ./client 1000
    per_second 1000 "$begin"
  done
elif [[ $what == crash ]]; then
  for ((i = 0; i < slots; i++)); do sbatch -Q -J filler -o /dev/null filler.sh; done
  wait_for 60 filled
  for ((round = 0; round < rounds; round++)); do
    loops=()
    rm -f ids.*
    touch going
    for i in {1..8}; do
      (while [[ -e going ]]; do id=$(sbatch --parsable -J "round$round" -o /dev/null true.sh) && echo "$id" >>"ids.$i"; done) 2>/dev/null &
      loops+=($!)
    done
    sleep $((2 + RANDOM % 5)).$((RANDOM % 10))
    kill -9 "$controller"
    rm going
    wait "$controller" 2>/dev/null || true
    sort ids.* >accepted
    # The loops' last calls wait for the controller: they end once it is back, and what they are told then is no crash's.
    slurmctld -D >>controller.out 2>&1 & controller=$!
    wait_for 60 controller_up
    wait "${loops[@]}" || true
    squeue -h -n "round$round" -t all -o %i | sort >present
    comm -23 accepted present >lost
    again=$(for _ in {1..20}; do sbatch --parsable -J again -o /dev/null true.sh; done | sort | comm -12 - lost | wc -l)
    echo "$(wc -l <accepted) $(wc -l <lost) $again"
  done
else
  for ((round = 0; round < rounds; round++)); do
    begin=$(date +%s.%N) loops=()
    for _ in {1..8}; do
      (for _ in {1..32}; do sbatch -Q -o /dev/null true.sh; done) &
      loops+=($!)
    done
    wait "${loops[@]}"
    wait_for 300 drained
    per_second 256 "$begin"
  done
fi
