# nonosat in a small image: it serves the page, and runs every command.
#
#   docker build -t nonosat .
#   docker run --rm -p 127.0.0.1:8000:8000 nonosat                       # the page, for this machine
#   docker run --rm -v "$PWD:/data:ro" nonosat check /data/x.non         # any other command
#
# In a container the server listens on all addresses of the container; -p 127.0.0.1:... keeps it on
# this machine. It serves as for strangers (--public: no writes, tight limits). For yourself:
#   docker run --rm -p 127.0.0.1:8000:8000 -v "$PWD:/data" nonosat serve --host 0.0.0.0 --token new /data
# tests/bench/docker_steps.py does these steps in a fresh Debian root.

FROM debian:bookworm-slim AS build
RUN apt-get update \
 && apt-get install -y --no-install-recommends python3 python3-venv python3-dev g++ \
 && rm -rf /var/lib/apt/lists/*
WORKDIR /src
COPY pyproject.toml README.md LICENSE ./
COPY nonosat nonosat
COPY data data
RUN python3 -m venv /opt/nonosat \
 && /opt/nonosat/bin/pip install --no-cache-dir '.[web]' \
 && find /opt/nonosat -name __pycache__ -prune -exec rm -r {} + \
 && /opt/nonosat/bin/nonosat check data/fox.non

FROM debian:bookworm-slim
RUN apt-get update \
 && apt-get install -y --no-install-recommends python3 \
 && rm -rf /var/lib/apt/lists/* \
 && useradd --system --create-home --uid 10001 nonosat
COPY --from=build /opt/nonosat /opt/nonosat
USER nonosat
WORKDIR /home/nonosat
ENV PATH=/opt/nonosat/bin:$PATH PYTHONUNBUFFERED=1 PYTHONDONTWRITEBYTECODE=1
EXPOSE 8000
HEALTHCHECK --interval=30s --timeout=5s --start-period=20s \
  CMD ["python", "-c", "from urllib.request import urlopen as u; u('http://127.0.0.1:8000/healthz', timeout=4)"]
STOPSIGNAL SIGTERM
ENTRYPOINT ["nonosat"]
CMD ["serve", "--host", "0.0.0.0", "--public"]
