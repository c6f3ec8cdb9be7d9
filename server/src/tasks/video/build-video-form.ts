import { randomBytes } from 'node:crypto'
import type { VideoOrder } from '../../providers/video-wire.ts'
import { formType } from '../../relay/call/client-form.ts'

/** The body of a form and its content type. */
export function buildVideoForm(form: NonNullable<VideoOrder['form']>): { bytes: Uint8Array; contentType: string } {
  const boundary = `sluice-${randomBytes(16).toString('hex')}`
  const parts = form.flatMap(([name, value]) => {
    const head = `--${boundary}\r\ncontent-disposition: form-data; name="${named(name)}"`
    return typeof value === 'string'
      ? [Buffer.from(`${head}\r\n\r\n${value}\r\n`)]
      : [
          Buffer.from(`${head}; filename="${named(value.filename)}"\r\ncontent-type: ${value.mediaType}\r\n\r\n`),
          Buffer.from(value.data, 'base64'),
          Buffer.from('\r\n'),
        ]
  })
  return { bytes: Buffer.concat([...parts, Buffer.from(`--${boundary}--\r\n`)]), contentType: formType(boundary) }
}

/** As browsers write names: https://url.spec.whatwg.org and the HTML standard, "multipart/form-data". */
const named = (name: string): string => name.replaceAll('\n', '%0A').replaceAll('\r', '%0D').replaceAll('"', '%22')
