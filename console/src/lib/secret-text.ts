/** Prefixes of keys from this gateway and from well-known providers. */
const issued = /(^|[^A-Za-z0-9])(sk|rk|gsk|xai|pplx|hf|r8|nvapi|tvly|fw|AKIA|AIza|ya29|eyJ)[-_.]?[A-Za-z0-9_-]{8}/
/** Keys without a prefix: long runs of letters and digits, redemption codes, UUIDs. */
const bare = /(?=[A-Za-z0-9]*\d)(?=[A-Za-z0-9]*[A-Za-z])[A-Za-z0-9]{24,}/
const uuid = /[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}/i
const privateKey = /PRIVATE KEY|private_key/

/**
 * Whether `text` may be a key, which must stay out of addresses, because those end up in histories and logs. Mistaking
 * a name for a key costs little: the filter works, only its link does not contain it.
 */
export const looksLikeSecret = (text: string): boolean =>
  issued.test(text) || bare.test(text) || uuid.test(text) || privateKey.test(text)

/** Whether `text` certainly is an API key. No request carries one in its address. */
export const isApiKey = (text: string): boolean => /(^|\s)sk-[A-Za-z0-9_-]{16,}/.test(text)
