#include "app/controller/site_engine.h"

#include "app/controller/data_folder.h"
#include "engine/docker/docker_engine.h"
#include "engine/process/process_engine.h"

namespace ph::controller {

namespace {

ProcessEngineOptions processOptions(const Options& options) {
    ProcessEngineOptions engine;
    engine.useControlGroups = options.controlGroups;
    return engine;
}

DockerEngineOptions dockerOptions(const Options& options) {
    DockerEngineOptions engine;
    engine.socket = options.dockerSocket;
    engine.image = options.dockerImage;
    engine.pull = options.dockerPull;
    return engine;
}

/// What every engine of this site has.
template <class EngineOptions>
EngineOptions completed(EngineOptions engine, const Options& options, const std::string& dataFolder,
                        SiteEngine::BlobPath blobPath) {
    engine.dataFolder = dataFolder;
    engine.shim = neighbour("ph-shim");
    engine.accelerators = resourcesFolder() + "/accelerators";
    engine.simulated = options.simulatedAccelerators;
    engine.blobPath = std::move(blobPath);
    return engine;
}

}  // namespace

SiteEngine::SiteEngine(boost::asio::any_io_executor logic, const Options& options, const std::string& dataFolder,
                       BlobPath blobPath) {
    if (options.dockerSocket.empty())
        use(std::make_unique<ProcessEngine>(
            logic, completed(processOptions(options), options, dataFolder, std::move(blobPath))));
    else
        use(std::make_unique<DockerEngine>(
            logic, completed(dockerOptions(options), options, dataFolder, std::move(blobPath))));
}

SiteEngine::~SiteEngine() = default;

template <class E>
void SiteEngine::use(std::unique_ptr<E> engine) {
    m_streams = engine.get();
    m_start = [made = engine.get()] { return made->start(); };
    m_engine = std::move(engine);
}

Async<> SiteEngine::start() {
    auto starting = m_start();
    co_return co_await std::move(starting);
}

}  // namespace ph::controller
