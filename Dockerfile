# docker build -t sample-desk .
FROM node:24-slim AS build
WORKDIR /src
COPY . .
RUN npx --yes pnpm@12.21.0 install --frozen-lockfile \
 && npx --yes pnpm@12.21.0 pack:release \
 && mkdir /release \
 && tar -xzf dist/sample-desk-*.tar.gz -C /release --strip-components=1

FROM node:24-slim
RUN apt-get update \
 && apt-get install --yes --no-install-recommends tini \
 && rm -rf /var/lib/apt/lists/* \
 && useradd --uid 10001 --no-create-home --shell /usr/sbin/nologin desk \
 && install --directory --owner=desk --mode=0700 /data
COPY --from=build /release /opt/sample-desk
USER desk
WORKDIR /data
ENV NODE_ENV=production DATA_DIR=/data HOST=0.0.0.0
VOLUME /data
EXPOSE 4400
HEALTHCHECK --interval=5s --timeout=3s --start-period=60s \
  CMD ["node", "-e", "fetch('http://127.0.0.1:' + (process.env.PORT || 4400) + '/readyz').then(a => process.exit(a.ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["tini", "--", "node", "/opt/sample-desk/bin/start.mjs"]
