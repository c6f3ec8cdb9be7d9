type Wire = Record<string, unknown>

const record = (value: unknown): Wire =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Wire) : {}
const list = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])

/** The address of a picture part, in an object or plain; null for other parts and for data URLs. */
function addressOf(part: unknown): string | null {
  const { type, image_url: image } = record(part)
  const url = typeof image === 'string' ? image : record(image).url
  return type === 'image_url' && typeof url === 'string' && /^https?:/i.test(url) ? url : null
}

/** The addresses of pictures in the messages of a body, one for each occurrence. */
export const pictureAddresses = ({ messages }: Wire): string[] =>
  list(messages)
    .flatMap((message) => list(record(message).content))
    .map(addressOf)
    .filter((url) => url !== null)

/** `messages` with other picture addresses. Everything else is unchanged. */
export const withPictures = (messages: unknown, addresses: ReadonlyMap<string, string>): unknown =>
  list(messages).map((message) => {
    const { content } = record(message)
    if (!Array.isArray(content)) return message
    return { ...record(message), content: content.map((part) => withPicture(part, addresses)) }
  })

function withPicture(part: unknown, addresses: ReadonlyMap<string, string>): unknown {
  const url = addresses.get(addressOf(part) ?? '')
  if (url === undefined) return part
  const { image_url: image } = record(part)
  return { ...record(part), image_url: typeof image === 'string' ? url : { ...record(image), url } }
}
