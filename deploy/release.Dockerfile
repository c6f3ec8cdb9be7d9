# The image of a release, for `docker buildx build .` in the unpacked `sluice-<version>-image.tar.gz`.
FROM debian:bookworm-slim
ARG TARGETARCH
RUN groupadd --gid 10001 sluice && useradd --uid 10001 --gid sluice --no-create-home sluice \
  && install -d -o sluice -g sluice -m 0700 /data
COPY --chmod=0755 sluice-${TARGETARCH} /usr/local/bin/sluice
COPY LICENSE NOTICE sluice.cdx.json third-party-licences.txt /usr/local/share/doc/sluice/
USER 10001:10001
ENV DATA_DIR=/data
VOLUME /data
EXPOSE 3000
STOPSIGNAL SIGTERM
# The start period covers a long migration.
HEALTHCHECK --interval=10s --timeout=5s --retries=6 --start-period=1h CMD ["/usr/local/bin/sluice", "health"]
ENTRYPOINT ["/usr/local/bin/sluice"]
CMD ["serve"]
