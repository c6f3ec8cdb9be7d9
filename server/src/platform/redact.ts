/**
 * Patterns of secrets anywhere in a text. Each keeps enough for an operator to identify the secret. Lengths are bounded
 * where a pattern could begin anywhere: texts of upstreams are long, and may be hostile.
 */
const shapes: readonly [RegExp, string][] = [
  [/-----BEGIN ([A-Z ]*PRIVATE KEY)-----[\s\S]*?(?:-----END [A-Z ]*PRIVATE KEY-----|$)/g, '$1 ***'],
  // Keys of providers, payment gateways and this gateway: sk-…, sk-ant-…, gsk_…, xai-…, AIza…, whsec_…, ek_v1.…
  [
    /\b(sk-[A-Za-z]{0,8}-?|(?:sk|rk|pk)_(?:live|test)_|gsk_|hf_|gh[oprsu]_|whsec_|xai-|AIza|GOCSPX-|nvapi-|pplx-|ya29\.|ek_(?:v1\.)?)[A-Za-z0-9_-]{12,}/g,
    '$1***',
  ],
  // Signed tokens, keys of two parts with a dot, and parts between bars (`AKIA…|secret|region`).
  [/\b(eyJ)[A-Za-z0-9_-]{8,300}\.[A-Za-z0-9_.-]+/g, '$1***'],
  [/\b([0-9a-f]{4})[0-9a-f]{28}\.[A-Za-z0-9]{16}\b/g, '$1***'],
  [/(?<![A-Za-z0-9_~+/=.-])([A-Za-z0-9]{4})[A-Za-z0-9_~+/=.-]*\|[^\s"'|]{8,}(?:\|[^\s"'|]+)*/g, '$1***'],
  [/\b(Bearer|Basic)\s+[A-Za-z0-9._~+/=-]{6,}/gi, '$1 ***'],
  [
    /([?&](?:key|api[-_]?key|token|access_token|code|secret|client_secret|signature|sign|password|ticket)=)[^&\s"'#]+/gi,
    '$1***',
  ],
  [/\b((?:password|passwd|pwd)=)[^\s&,;"']+/gi, '$1***'],
  // A password in an address may contain `/` and `@`. A port is not a password.
  [
    /\b([a-z][a-z0-9+.-]{0,20}):\/\/([^\s:/@"']{0,200}):(?!\d{1,5}(?:[/?#\s"',)]|$))[^\s"'<>]{1,500}@/gi,
    '$1://$2:***@',
  ],
  // The form of Go's drivers.
  [/\b([\w.-]{1,100}):[^\s"'/]{1,500}@((?:tcp|unix)\()/g, '$1:***@$2'],
  // Addresses that are secrets: hooks of chat programs, bots, callbacks.
  [/(\/(?:services|webhooks|hooks?|callback)\/)[A-Za-z0-9/_-]{16,}/g, '$1***'],
  [/\b(\d{6,12}):[A-Za-z0-9_-]{30,}/g, '$1:***'],
  [
    /("(?:[a-z_]*key|[a-z_]*password|[a-z_]*secret|[a-z_]*token|authorization|cookie)"\s*:\s*")(?:[^"\\]|\\.)+"/gi,
    '$1***"',
  ],
  // Any long random text. Request ids begin with their time.
  [/\b(?!\d{20})(?=\w*[a-z])(?=\w*[A-Z])(?=\w*\d)([A-Za-z0-9]{4})[A-Za-z0-9]{28,}\b/g, '$1***'],
]

/** Names of fields whose text is a secret whatever it looks like. */
const secretName = /(?:key|keys|token|secrets?|password|passwd|authorization|cookie|dsn|credentials?)$/i

/** The depth to which fields are read. Deeper ones are left out. */
const depthMax = 6

/** `text` with every apparent secret replaced by `***`. */
export function redact(text: string): string {
  let cleaned = text
  for (const [shape, kept] of shapes) cleaned = cleaned.replace(shape, kept)
  return cleaned
}

/**
 * A copy of `value` with every text in it redacted, and the texts of fields with the name of a secret replaced.
 * `describe` gives the form of an error.
 */
export function redactFields(value: unknown, describe: (error: Error) => unknown, depth = 0): unknown {
  if (typeof value === 'string') return redact(value)
  if (typeof value !== 'object' || value === null || value instanceof Date) return value
  if (value instanceof Error) return describe(value)
  if (value instanceof URL) return redact(value.href)
  if (ArrayBuffer.isView(value)) return `${value.byteLength} bytes`
  if (depth === depthMax) return '…'
  if (Array.isArray(value)) return value.map((one) => redactFields(one, describe, depth + 1))
  const entries = value instanceof Headers || value instanceof Map ? [...value] : Object.entries(value)
  return Object.fromEntries(
    entries.map(([name, one]) => [
      name,
      secretName.test(String(name)) ? hidden(one) : redactFields(one, describe, depth + 1),
    ]),
  )
}

/** Numbers and flags with such a name are no secrets. */
const hidden = (value: unknown): unknown =>
  typeof value === 'number' || typeof value === 'boolean' || value === null || value === undefined ? value : '***'
