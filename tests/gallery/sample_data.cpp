#include "gallery/sample_data.h"

#include "support/seeded_random.h"

#include <cmath>

namespace ph::gallery {

namespace {

struct Kind {
    const char* name;
    const char* owner;
    JobState state;
    Reason reason;
    int cpu;
    int memoryGib;
    int cards;
    const char* node;
    int minutesAgo;
    int ranMinutes;
};

const std::vector<Kind>& kinds() {
    using enum JobState;
    using enum ReasonCode;
    static const std::vector<Kind> list{
        {"resnet50-imagenet", "researcher", Running, {}, 16, 128, 4, "gpu-01", 190, 184},
        {"bert-base-finetune", "vision", Running, {}, 8, 64, 2, "gpu-01", 75, 71},
        {"数据清洗-2026-11", "speech", Running, {}, 4, 16, 0, "cpu-01", 42, 41},
        {"digits", "researcher", Succeeded, {Completed, {}}, 2, 2, 0, "cpu-01", 130, 1},
        {"llama-8b-lora",
         "vision",
         Queued,
         {NotEnoughFree, {{"resource", "accelerators"}, {"asked", "8"}, {"free", "2"}, {"nodes", "3"}}},
         32,
         256,
         8,
         "",
         18,
         0},
        {"sweep-lr", "students", Queued, {BehindInQueue, {{"ahead", "1"}, {"job", "llama-8b-lora"}}}, 4, 16, 1, "", 12, 0},
        {"video-features",
         "speech",
         Failed,
         {OutOfMemory, {{"used", "34359738368"}, {"limit", "34359738368"}}},
         8,
         32,
         1,
         "gpu-02",
         260,
         47},
        {"unet-segmentation", "students", Failed, {ExitCode, {{"code", "1"}}}, 8, 32, 1, "gpu-02", 320, 3},
        {"tokenise-corpus", "vision", Succeeded, {Completed, {}}, 16, 64, 0, "cpu-01", 400, 95},
        {"export-onnx", "researcher", Starting, {Preparing, {}}, 2, 8, 1, "gpu-02", 1, 0},
        {"gan-faces", "students", Stopped, {StoppedBy, {{"user", "students"}}}, 8, 48, 2, "gpu-02", 700, 210},
        {"nightly-eval", "researcher", Failed, {TimeLimit, {{"limit", "3600"}}}, 4, 16, 1, "gpu-01", 900, 60},
        {"whisper-large-transcribe", "speech", Stopping, {StoppedBy, {{"user", "speech"}}}, 8, 32, 1, "gpu-01", 55, 50},
        {"tabular-xgboost", "vision", Succeeded, {Completed, {}}, 8, 16, 0, "cpu-01", 1500, 12},
        {"train-a-model-that-does-not-fit-anywhere",
         "students",
         Queued,
         {NeverFits, {{"resource", "memory"}, {"asked", "4398046511104"}, {"most", "1099511627776"}, {"nodes", "3"}}},
         8,
         4096,
         0,
         "",
         5,
         0},
    };
    return list;
}

Accelerator card(const std::string& id, const std::string& model, int gib, bool simulated) {
    return {id, "nvidia", model, gibibytes(gib), simulated};
}

NodeSummary node(const char* id, const char* name, int cpus, int memoryGib, std::vector<Accelerator> cards) {
    NodeSummary n;
    n.id = *NodeId::parse(id);
    n.name = name;
    n.capacity = {cores(cpus), gibibytes(memoryGib), gibibytes(2000), std::move(cards)};
    n.capabilities.engine = "process";
    n.capabilities.memoryLimit = LimitStrength::Kernel;
    n.capabilities.cpuLimit = LimitStrength::Kernel;
    n.capabilities.scratchLimit = LimitStrength::Watched;
    n.capabilities.networkIsolated = true;
    n.seq = 1;
    return n;
}

}  // namespace

std::vector<JobSummary> sampleJobs(Timestamp now) {
    test::SeededRandom random(7);
    std::vector<JobSummary> jobs;
    const auto minutes = [](int n) { return std::chrono::minutes(n); };
    std::int64_t number = 117;
    for (int round = 0; round < 3; ++round)
        for (auto kind = kinds().rbegin(); kind != kinds().rend(); ++kind) {
            if (round < 2 && !isFinal(kind->state)) continue;
            JobSummary job;
            job.id = JobId::random(random);
            job.ownerName = kind->owner;
            job.number = ++number;
            job.name = kind->name;
            job.state = kind->state;
            job.reason = kind->reason;
            job.resources.cpu = cores(kind->cpu);
            job.resources.memory = gibibytes(kind->memoryGib);
            if (kind->cards > 0) job.resources.accelerators = {{"H200", kind->cards}};
            job.timeLimit = {24 * 3600};
            job.nodeName = kind->node;
            const Timestamp queued = now + -minutes(kind->minutesAgo + (2 - round) * 1700);
            job.queuedAt = queued;
            if (kind->ranMinutes > 0) {
                job.attempt = 1;
                job.startedAt = queued + minutes(1) + std::chrono::seconds(number % 50);
                if (isFinal(kind->state))
                    job.endedAt = job.startedAt + minutes(kind->ranMinutes) + std::chrono::seconds(number * 7 % 60);
            }
            job.seq = number;
            jobs.push_back(job);
        }
    return jobs;
}

std::vector<NodeSummary> sampleNodes() {
    std::vector<Accelerator> real, simulated;
    for (int i = 0; i < 8; ++i) real.push_back(card("nvidia" + std::to_string(i), "H200", 141, false));
    for (int i = 0; i < 4; ++i) simulated.push_back(card("sim" + std::to_string(i), "A100", 80, true));
    auto first = node("naaaaaaaaaaaaa", "gpu-01", 96, 1024, real);
    first.cpuAllocated = cores(36), first.memoryAllocated = gibibytes(256), first.running = 4;
    for (int i = 0; i < 6; ++i) first.acceleratorsAllocated.push_back(real[static_cast<std::size_t>(i)].id);
    auto second = node("nbbbbbbbbbbbbb", "gpu-02", 64, 512, simulated);
    second.cpuAllocated = cores(2), second.memoryAllocated = gibibytes(8), second.running = 1;
    second.acceleratorsAllocated = {"sim0"};
    auto third = node("nccccccccccccc", "cpu-01", 32, 128, {});
    third.cpuAllocated = cores(30), third.memoryAllocated = gibibytes(118), third.running = 2;
    third.capabilities.memoryLimit = LimitStrength::Watched;
    auto fourth = node("nddddddddddddd", "gpu-03", 64, 512, simulated);
    fourth.state = NodeState::Cordoned;
    auto fifth = node("neeeeeeeeeeeee", "gpu-04", 64, 512, {});
    fifth.state = NodeState::Down;
    fifth.stateDetail = "no sign of life for 3 min";
    return {first, second, third, fourth, fifth};
}

api::JobDetail sampleDetail(const JobSummary& job) {
    api::JobDetail detail;
    detail.job = job;
    detail.spec.name = job.name;
    detail.spec.template_ = "python-sklearn";
    detail.spec.command = {"python3", "train.py",       "--epochs",  "90",
                           "--data",  "/data/imagenet", "--message", "batch 256, mixed precision"};
    detail.spec.resources = job.resources;
    detail.spec.timeLimit = job.timeLimit;
    detail.spec.environment = {{"OMP_NUM_THREADS", "8"}};
    detail.spec.outputs = {"model.pt", "plots/*.png"};
    detail.spec.mounts = {{"datasets", "/data", false}};
    detail.history = {{job.queuedAt, JobState::Queued, {ReasonCode::Submitted, {}}, 0}};
    if (job.attempt > 0) {
        detail.history.push_back(
            {job.startedAt + -std::chrono::seconds(2), JobState::Starting, {ReasonCode::Preparing, {}}, 1});
        detail.history.push_back({job.startedAt, JobState::Running, {}, 1});
        TaskRun run;
        run.attempt = 1;
        if (isFinal(job.state)) {
            run.exit = TaskExit{job.state == JobState::Failed ? 137 : 0, 0, job.resources.memory, 94'000'000'000};
            detail.history.push_back({job.endedAt, job.state, job.reason, 1});
        }
        detail.taskRuns = {run};
    }
    return detail;
}

std::vector<UsageSample> sampleUsage(const NodeSummary& node, Timestamp now) {
    std::vector<UsageSample> samples;
    constexpr int kCount = 150;
    for (int i = 0; i < kCount; ++i) {
        // Half a minute without readings, as after a restart.
        if (i >= 60 && i < 75) continue;
        const double x = i / 9.0;
        UsageSample s;
        s.at = now + -std::chrono::seconds((kCount - i) * 2);
        const double busy = 0.30 + 0.08 * std::sin(x) + 0.05 * std::sin(x * 3.7) + (i > 100 ? 0.2 : 0.0);
        s.cpuMilli = static_cast<std::int64_t>(static_cast<double>(node.capacity.cpu.value) * busy);
        s.memoryBytes =
            static_cast<std::int64_t>(static_cast<double>(node.capacity.memory.value) * (0.22 + 0.0004 * i));
        s.diskReadBytes = i * 48'000'000LL + static_cast<std::int64_t>(3e8 * (1 + std::sin(x)));
        s.diskWriteBytes = i * 9'000'000LL;
        s.networkReceivedBytes = i * 21'000'000LL + static_cast<std::int64_t>(1e8 * (1 + std::sin(x / 2)));
        s.networkSentBytes = i * 2'000'000LL;
        int number = 0;
        for (const auto& c : node.capacity.accelerators) {
            const bool used = number < 6;
            const double wave = std::sin(x + number);
            s.accelerators.push_back(
                {c.id, used ? static_cast<int>(88 + 9 * wave) : 0,
                 static_cast<std::int64_t>(static_cast<double>(c.memory.value) * (used ? 0.6 + 0.05 * number : 0.01)),
                 static_cast<int>(used ? 64 + 4 * wave + number : 34), static_cast<int>(used ? 560 + 40 * wave : 75),
                 c.simulated});
            ++number;
        }
        samples.push_back(s);
    }
    return samples;
}

std::vector<MetricPoint> sampleMetrics() {
    std::vector<MetricPoint> points;
    for (int step = 0; step < 400; ++step) {
        const double t = step / 400.0, noise = std::sin(step * 12.9898) * 0.5 + std::sin(step * 4.1) * 0.5;
        points.push_back({step, "loss", 2.3 * std::exp(-4 * t) + 0.18 + 0.05 * noise, {}});
        points.push_back({step, "accuracy", 0.93 - 0.83 * std::exp(-5 * t) + 0.008 * noise, {}});
        points.push_back({step, "learning_rate", 0.1 * (1 + std::cos(t * 3.14159)) / 2, {}});
        if (step % 20 == 0) points.push_back({step, "validation_accuracy", 0.91 - 0.81 * std::exp(-4.5 * t), {}});
    }
    return points;
}

std::vector<Artifact> sampleArtifacts(const JobSummary& job) {
    const Timestamp at = job.startedAt + std::chrono::minutes(40);
    return {{job.id, 1, "model.pt", "sha256:" + std::string(64, 'a'), 102'400'000, at},
            {job.id, 1, "plots/confusion-matrix.png", "sha256:" + std::string(64, 'b'), 48'213, at},
            {job.id, 1, "报告.pdf", "sha256:" + std::string(64, 'c'), 1'204'224, at}};
}

QByteArray sampleLog() {
    QByteArray log =
        "\x1b[1mPilothouse example\x1b[0m  python 3.11.2\n\x1b[36mLoading data from /data/imagenet\x1b[0m\n";
    log +=
        "\x1b[33mWARNING\x1b[0m 12 images could not be decoded and were skipped\n数据集: 1281167 张图片, 1000 个类别\n";
    for (int epoch = 1; epoch <= 60; ++epoch) {
        log += "epoch " + QByteArray::number(epoch) + "/90   0%|          | 0/5005\r";
        log += "epoch " + QByteArray::number(epoch) + "/90 100%|##########| 5005/5005 [02:01<00:00, 41.2it/s]\n";
        log += "  loss \x1b[32m" + QByteArray::number(2.3 * std::exp(-epoch / 22.0) + 0.2, 'f', 4) +
               "\x1b[0m  accuracy " + QByteArray::number(0.93 - 0.8 * std::exp(-epoch / 18.0), 'f', 4) + "\n";
    }
    log +=
        "\x1b[31mERROR\x1b[0m worker 3 lost its connection, started again\nepoch 61/90  37%|###7      | 1852/5005 "
        "[00:45<01:16, 41.0it/s]";
    return log;
}

api::JobOptions sampleOptions() {
    api::JobOptions options;
    options.limits.templates = {"python-sklearn", "pytorch"};
    options.limits.areas = {"datasets", "home"};
    options.limits.writableAreas = {"home"};
    options.templates = {
        {"python-sklearn", "Python 3 with scikit-learn", "NumPy, SciPy, scikit-learn, matplotlib", true},
        {"pytorch", "PyTorch 2", "", false}};
    options.acceleratorModels = {"A100", "H200"};
    return options;
}

}  // namespace ph::gallery
