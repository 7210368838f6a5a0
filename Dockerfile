# nonosat in a small image: it serves the page, and runs every command.
# docs/how-to/docker.md says how to make and use it.

FROM debian:bookworm-slim AS build
RUN apt-get update \
 && apt-get install -y --no-install-recommends python3 python3-venv python3-dev g++ \
 && rm -rf /var/lib/apt/lists/*
WORKDIR /src
COPY pyproject.toml README.md LICENSE ./
COPY nonosat nonosat
COPY data data
# All that pyproject.toml asks for but ortools, which brings numpy and pandas: 250 MB for --preset
# cpsat, which says that it is missing. docs/how-to/docker.md says how to add it.
RUN python3 -m venv /opt/nonosat \
 && python3 -c "import tomllib; p = tomllib.load(open('pyproject.toml', 'rb'))['project']; \
e = p['optional-dependencies']; lists = [p['dependencies'], e['image'], e['pdf'], e['web']]; \
print(*(r for l in lists for r in l if not r.startswith(('ortools', 'nonosat'))), sep='\n')" >wanted \
 && /opt/nonosat/bin/pip install --no-cache-dir --requirement wanted \
 && /opt/nonosat/bin/pip install --no-cache-dir --no-deps . \
 && /opt/nonosat/bin/pip uninstall --yes pip setuptools \
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
