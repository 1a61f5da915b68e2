# clz and Firefox ESR, for a user without rights. Build it from what is in dist/: make wheel && docker build -t clz .
#
#   docker run --rm --init --network host -v "$PWD:/work" clz clz run smoke/ --html report
#
# With `--network host` the site of your machine is at localhost. It runs as user 1000, whose files in /work are: if you are
# another (`id -u`), build it with --build-arg UID="$(id -u)".
FROM debian:bookworm-slim
RUN apt-get update \
    && apt-get install -y --no-install-recommends ca-certificates firefox-esr fontconfig fonts-dejavu-core \
        fonts-liberation fonts-noto-color-emoji python3-venv tini \
    && rm -rf /var/lib/apt/lists/*
ARG UID=1000
COPY dist/*.whl /tmp/dist/
# Of several wheels, as after `make wheels`, pip takes the one that is for this machine.
RUN python3 -m venv /opt/clz \
    && version="$(ls -t /tmp/dist/claudezilla-*-py3-none-any.whl | sed -n '1s/.*claudezilla-\([^-]*\)-.*/\1/p')" \
    && /opt/clz/bin/pip install --no-cache-dir --find-links /tmp/dist "claudezilla==$version" \
    && rm -r /tmp/dist \
    && useradd --create-home --uid "$UID" clz
ENV PATH=/opt/clz/bin:$PATH
USER clz
WORKDIR /work
ENTRYPOINT ["tini", "--"]
CMD ["clz", "demo", "/tmp/demo.png"]
