/** The console page of a line's object; null if there is none. */
export interface ObjectPage {
  to: '/user/$id' | '/channel/edit/$id' | '/setting' | '/log' | '/orders'
  params?: { id: string }
  hash?: string
  search?: { keyword: string }
}

/** The page of an account, the drawer of a channel, the card of an option, the row of an order. */
export function objectPageOf(type: string, id: string): ObjectPage | null {
  const isNumber = /^\d+$/.test(id)
  switch (type) {
    case 'user':
      return isNumber ? { to: '/user/$id', params: { id } } : null
    case 'channel':
      // Lines about several objects have a tag or no object.
      return isNumber ? { to: '/channel/edit/$id', params: { id } } : null
    case 'option':
      return { to: '/setting', hash: `option-${id}` }
    case 'order':
      return { to: '/orders', search: { keyword: id } }
    case 'usage_log':
      return { to: '/log' }
    default:
      return null
  }
}
