import type { SecretBox } from '../platform/secret-box.ts'

// The password of a channel's proxy, `http://user:password@host`: sealed where it is stored, hidden where it is shown.

const place = 'channels.setting.proxy'
const withPassword = /^([a-z][a-z\d+.-]*:\/\/[^/:@]*):(.*)@/i
const hidden = '***'

/** The proxy as it is stored. */
export const sealProxyPassword = (secretBox: SecretBox, proxy: string): string =>
  proxy.replace(
    withPassword,
    (_, head: string, password: string) => `${head}:${secretBox.seal(password, place)}@`,
  )

/**
 * The proxy as it is called. A password that does not open stays what it is: stored in clear by an earlier version it is
 * right, sealed with another secret the proxy refuses it.
 */
export const openProxyPassword = (secretBox: SecretBox, proxy: string): string =>
  proxy.replace(withPassword, (whole, head: string, box: string) => {
    try {
      return `${head}:${secretBox.open(box, place)}@`
    } catch {
      return whole
    }
  })

/** `http://user:***@host` for `http://user:secret@host`. */
const hideProxyPassword = (proxy: string): string => proxy.replace(withPassword, `$1:${hidden}@`)

/**
 * The proxy to store: what was shown stands for what is stored. Null where a hidden password is given for another proxy
 * than the stored one, which must not learn it.
 */
export function proxyToStore(secretBox: SecretBox, given: string, stored: string | undefined): string | null {
  if (stored !== undefined && given === hideProxyPassword(stored)) return stored
  return withPassword.exec(given)?.[2] === hidden ? null : sealProxyPassword(secretBox, given)
}

/** The JSON text of a channel's setting as administrators see it. */
export function hideSettingPassword(setting: string | null): string | null {
  if (setting === null || !setting.includes('@')) return setting
  try {
    const read = JSON.parse(setting) as { proxy?: unknown }
    if (typeof read.proxy !== 'string') return setting
    return JSON.stringify({ ...read, proxy: hideProxyPassword(read.proxy) })
  } catch {
    return setting
  }
}
