# svc in a container: docker build -t svc . && docker run -p 127.0.0.1:8420:8420 -v svc-data:/data svc

FROM node:24-bookworm-slim AS build
WORKDIR /src
COPY package.json package-lock.json .npmrc ./
COPY sdk/typescript/package.json sdk/typescript/
COPY sdk/plugin/package.json sdk/plugin/
RUN npm ci
COPY apps/web/package.json apps/web/package-lock.json apps/web/.npmrc apps/web/
RUN npm ci --prefix apps/web
COPY . .
RUN node --conditions=svc-source scripts/build-server.ts && mv dist/* /server \
  && cd apps/web && node_modules/.bin/vite build --outDir /server/plugins/web/app --logLevel error

FROM node:24-bookworm-slim AS packages
WORKDIR /packages
COPY package.json package-lock.json .npmrc ./
COPY sdk/typescript/package.json sdk/typescript/
COPY sdk/plugin/package.json sdk/plugin/
COPY scripts/bootstrap/trim-packages.mjs scripts/bootstrap/
RUN npm ci --omit=dev && rm -rf node_modules/.cache \
  && node --input-type=module -e "import { trimPackages } from '/packages/scripts/bootstrap/trim-packages.mjs'; trimPackages('/packages/node_modules')" \
  && rm -r scripts

FROM node:24-bookworm-slim
# util-linux is part of the base: setpriv, prlimit and unshare stand around child processes.
ENV NODE_ENV=production SVC_HOME=/data SVC_HOST=0.0.0.0 SVC_PORT=8420 SVC_MANIFESTS=/app/manifests
WORKDIR /app
# With the workspaces that its links lead to: their code is in the build, their names are looked up.
COPY --from=packages /packages ./
COPY --from=build /server ./server
COPY manifests ./manifests
COPY LICENSE ./
COPY --chmod=755 deploy/svc.sh /usr/local/bin/svc
# /contents: for a folder that several servers share, as compose.cluster.yaml has it.
RUN mkdir /data /contents && chown node:node /data /contents && chmod 700 /data /contents
USER node
VOLUME /data
EXPOSE 8420
HEALTHCHECK --interval=30s --timeout=10s --start-period=30s --retries=3 CMD ["svc", "health"]
# The server answers SIGTERM itself, also as process 1: it drains and ends within 10 seconds.
STOPSIGNAL SIGTERM
CMD ["node", "/app/server/apps/server/main.js"]
