/** Patterns of secrets anywhere in a text. Each keeps enough for an operator to identify the secret. */
const shapes: readonly [RegExp, string][] = [
  // Keys of providers and of this gateway: sk-…, sk-ant-…, gsk_…, xai-…, AIza…
  [/\b(sk-[A-Za-z]{0,8}-?|gsk_|xai-|AIza|rk_live_|sk_live_)[A-Za-z0-9_-]{12,}/g, '$1***'],
  [/\b(Bearer|Basic)\s+[A-Za-z0-9._~+/=-]{6,}/gi, '$1 ***'],
  [
    /([?&](?:key|api_key|apikey|token|access_token|code|secret|signature|sign|password)=)[^&\s"'#]+/gi,
    '$1***',
  ],
  [/\b(postgres(?:ql)?|mysql|redis|rediss|https?):\/\/([^\s:/@]*):[^\s@/]+@/gi, '$1://$2:***@'],
  [
    /("(?:key|api_key|password|original_password|access_token|secret|token|authorization|cookie)"\s*:\s*")(?:[^"\\]|\\.)+"/gi,
    '$1***"',
  ],
]

/** `text` with every apparent secret replaced by `***`. */
export function redact(text: string): string {
  let cleaned = text
  for (const [shape, kept] of shapes) cleaned = cleaned.replace(shape, kept)
  return cleaned
}
