import { promisify } from 'node:util'
import { brotliCompress, gzip, constants as zlib } from 'node:zlib'
import type { Plugin } from 'vite'

/** Not pages: the server compresses each answer, because its nonce differs. */
const compressible = /\.(js|css|svg|json)$/
/** What fits into one packet anyway. */
const bytesMin = 1_024

const brotli = promisify(brotliCompress)
const zip = promisify(gzip)

/** Writes `x.br` and `x.gz` beside each text file of the build: the server sends them as they are. */
export function compressAssets(): Plugin {
  return {
    name: 'compress-assets',
    apply: 'build',
    generateBundle: {
      // After the page itself has been written into the bundle.
      order: 'post',
      async handler(_options, bundle) {
        const texts = Object.values(bundle)
          .filter(({ fileName }) => compressible.test(fileName))
          .map((file) => ({
            fileName: file.fileName,
            bytes: Buffer.from(file.type === 'chunk' ? file.code : file.source),
          }))
          .filter(({ bytes }) => bytes.length >= bytesMin)
        await Promise.all(
          texts.map(async ({ fileName, bytes }) => {
            const params = {
              [zlib.BROTLI_PARAM_QUALITY]: 10,
              [zlib.BROTLI_PARAM_SIZE_HINT]: bytes.length,
            }
            const [br, gz] = await Promise.all([brotli(bytes, { params }), zip(bytes, { level: 9 })])
            this.emitFile({ type: 'asset', fileName: `${fileName}.br`, source: br })
            this.emitFile({ type: 'asset', fileName: `${fileName}.gz`, source: gz })
          }),
        )
      },
    },
  }
}
