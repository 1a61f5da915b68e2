# clz and Firefox ESR, for a user without rights. Build it from a wheel in dist/: make wheel && docker build -t clz .
#
#   docker run --rm --init --shm-size=1g -v "$PWD:/work" clz clz run smoke/
#
# Firefox keeps its pages in /dev/shm: with Docker's 64 MB `clz doctor` says that it is too small.
FROM debian:bookworm-slim
RUN apt-get update \
    && apt-get install -y --no-install-recommends ca-certificates firefox-esr fontconfig fonts-dejavu-core \
        fonts-liberation fonts-noto-color-emoji python3-venv tini \
    && rm -rf /var/lib/apt/lists/*
COPY dist/*.whl /tmp/
RUN python3 -m venv /opt/clz \
    && /opt/clz/bin/pip install --no-cache-dir /tmp/*.whl \
    && rm /tmp/*.whl \
    && useradd --create-home --uid 1000 clz
ENV PATH=/opt/clz/bin:$PATH
USER clz
WORKDIR /work
ENTRYPOINT ["tini", "--"]
CMD ["clz", "demo", "/tmp/demo.png"]
