const withPassword = /^([a-z][a-z\d+.-]*:\/\/[^/:@]*):(.*)@/i
const hidden = '***'

/** `http://user:***@host` for `http://user:secret@host`. */
const hideProxyPassword = (proxy: string): string => proxy.replace(withPassword, `$1:${hidden}@`)

/**
 * The proxy that is meant: what was shown stands for what is stored. Null where a hidden password is given for another
 * proxy than the stored one, which must not learn it.
 */
export function meantProxy(given: string, stored: string | undefined): string | null {
  if (stored !== undefined && given === hideProxyPassword(stored)) return stored
  return withPassword.exec(given)?.[2] === hidden ? null : given
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
