/** Where the console shows the object of a line; null where there is no page for it. */
export interface ObjectPage {
  to: '/user' | '/channel' | '/setting' | '/log'
  search: { keyword?: string }
}

export function objectPageOf(type: string, id: string): ObjectPage | null {
  const isNumber = /^\d+$/.test(id)
  switch (type) {
    case 'user':
      return isNumber ? { to: '/user', search: { keyword: id } } : null
    case 'channel':
      // Lines about several carry a tag, or nothing.
      return isNumber ? { to: '/channel', search: { keyword: id } } : null
    case 'option':
      return { to: '/setting', search: {} }
    case 'usage_log':
      return { to: '/log', search: {} }
    default:
      return null
  }
}
