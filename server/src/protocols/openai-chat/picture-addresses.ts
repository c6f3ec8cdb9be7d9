import { type JsonRecord, listOf, recordOf } from '@sluice/contract/read-json'

/** The address of a picture part, in an object or plain; null for other parts and for data URLs. */
function addressOf(part: unknown): string | null {
  const { type, image_url: image } = recordOf(part)
  const url = typeof image === 'string' ? image : recordOf(image).url
  return type === 'image_url' && typeof url === 'string' && /^https?:/i.test(url) ? url : null
}

/** The addresses of pictures in the messages of a body, one for each occurrence. */
export const pictureAddresses = ({ messages }: JsonRecord): string[] =>
  listOf(messages)
    .flatMap((message) => listOf(recordOf(message).content))
    .map(addressOf)
    .filter((url) => url !== null)

/** `messages` with other picture addresses. Everything else is unchanged. */
export const withPictures = (messages: unknown, addresses: ReadonlyMap<string, string>): unknown =>
  listOf(messages).map((message) => {
    const { content } = recordOf(message)
    if (!Array.isArray(content)) return message
    return { ...recordOf(message), content: content.map((part) => withPicture(part, addresses)) }
  })

function withPicture(part: unknown, addresses: ReadonlyMap<string, string>): unknown {
  const url = addresses.get(addressOf(part) ?? '')
  if (url === undefined) return part
  const { image_url: image } = recordOf(part)
  return { ...recordOf(part), image_url: typeof image === 'string' ? url : { ...recordOf(image), url } }
}
