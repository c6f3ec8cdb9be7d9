import { expect, test } from 'bun:test'
import { linkOptions } from '@tanstack/react-router'

test('a link with a search parameter that its page does not read, or of a wrong type, does not compile', () => {
  const good = [
    linkOptions({ to: '/login', search: { name: 'ann', next: '/token' } }),
    linkOptions({ to: '/setting', search: { tab: 'operation', price_of: 'gpt-5' } }),
    linkOptions({ to: '/channel/edit/$id', params: { id: '7' }, search: { keyword: 'main', p: 2 } }),
  ]
  const bad = [
    // @ts-expect-error: a name that the login does not read.
    linkOptions({ to: '/login', search: { nmae: 'ann' } }),
    // @ts-expect-error: the name must be a text.
    linkOptions({ to: '/login', search: { name: 7 } }),
    // @ts-expect-error: a filter of another list.
    linkOptions({ to: '/token', search: { model_name: 'gpt-5' } }),
    // @ts-expect-error: no such page.
    linkOptions({ to: '/tokens' }),
  ]
  expect(good.map(({ to }) => to)).toEqual(['/login', '/setting', '/channel/edit/$id'])
  expect(bad).toHaveLength(4)
})
