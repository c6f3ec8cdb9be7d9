import { createHash } from 'node:crypto'
import { AwsV4Signer } from 'aws4fetch'
import { serveLocally } from '../../platform/test-port.ts'

export const bucketKey = { accessKeyId: 'AKTEST', secretAccessKey: 'secret of the bucket', region: 'eu-test-1' }

/** What a bucket needs of the S3 API, in memory. It answers 403 to a request whose signature does not hold. */
export function startTestBucket(name = 'films') {
  const objects = new Map<string, { bytes: Buffer; mediaType: string }>()
  const uploads = new Map<string, { key: string; mediaType: string; parts: Map<number, Buffer> }>()
  let failing = 0

  async function isSigned(request: Request, bytes: Buffer): Promise<boolean> {
    const { headers } = request
    if (headers.get('x-amz-content-sha256') !== createHash('sha256').update(bytes).digest('hex')) return false
    const given = headers.get('authorization') ?? ''
    const names = /SignedHeaders=([^,]+)/.exec(given)?.[1]?.split(';') ?? []
    const signed = Object.fromEntries(names.map((header) => [header, headers.get(header) ?? '']))
    const signer = new AwsV4Signer({
      ...bucketKey,
      method: request.method,
      url: request.url,
      service: 's3',
      headers: signed,
      datetime: headers.get('x-amz-date') ?? '',
    })
    return (await signer.sign()).headers.get('authorization') === given
  }

  const server = serveLocally(async (request) => {
    const url = new URL(request.url)
    const bytes = Buffer.from(await request.arrayBuffer())
    if (!(await isSigned(request, bytes))) return errorOf('SignatureDoesNotMatch', 403)
    if (failing > 0) {
      failing -= 1
      return errorOf('SlowDown', 503)
    }
    if (!url.pathname.startsWith(`/${name}/`)) return errorOf('NoSuchBucket', 404)
    const key = decodeURIComponent(url.pathname.slice(name.length + 2))
    const mediaType = request.headers.get('content-type') ?? ''
    const upload = uploads.get(url.searchParams.get('uploadId') ?? '')
    switch (request.method) {
      case 'POST': {
        if (url.searchParams.has('uploads')) {
          const id = `upload-${uploads.size + 1}`
          uploads.set(id, { key, mediaType, parts: new Map() })
          return xml(`<InitiateMultipartUploadResult><UploadId>${id}</UploadId></InitiateMultipartUploadResult>`)
        }
        if (!upload) return errorOf('NoSuchUpload', 404)
        const listed = [...bytes.toString().matchAll(/<PartNumber>(\d+)<\/PartNumber><ETag>&quot;(\w+)&quot;/g)]
        const isWhole = listed.every(([, at, tag], index) => Number(at) === index + 1 && tag === `t${at}`)
        if (!isWhole || listed.length !== upload.parts.size) return errorOf('InvalidPart', 400)
        const whole = Buffer.concat([...upload.parts.values()])
        objects.set(key, { bytes: whole, mediaType: upload.mediaType })
        uploads.delete(url.searchParams.get('uploadId') ?? '')
        return xml('<CompleteMultipartUploadResult/>')
      }
      case 'PUT': {
        const part = Number(url.searchParams.get('partNumber') ?? 0)
        if (part === 0) objects.set(key, { bytes, mediaType })
        else upload?.parts.set(part, bytes)
        return new Response(null, { headers: { etag: `"t${part}"` } })
      }
      case 'DELETE':
        if (url.searchParams.has('uploadId')) uploads.delete(url.searchParams.get('uploadId') ?? '')
        else objects.delete(key)
        return new Response(null, { status: 204 })
      default: {
        const found = objects.get(key)
        const range = /^bytes=(\d+)-(\d+)$/.exec(request.headers.get('range') ?? '')
        if (!found) return errorOf('NoSuchKey', 404)
        return range
          ? new Response(found.bytes.subarray(Number(range[1]), Number(range[2]) + 1), { status: 206 })
          : new Response(found.bytes)
      }
    }
  })
  return {
    url: `http://127.0.0.1:${server.port}`,
    objects,
    uploads,
    /** The next requests get 503. */
    failNext(count: number) {
      failing = count
    },
    close: () => server.stop(true),
  }
}

const xml = (text: string): Response =>
  new Response(`<?xml version="1.0"?>${text}`, { headers: { 'content-type': 'application/xml' } })
const errorOf = (code: string, status: number): Response =>
  new Response(`<?xml version="1.0"?><Error><Code>${code}</Code><Message>m</Message></Error>`, { status })
