import { expect, test } from 'bun:test'
import { addressOf, matchesForm, readAddress } from './guest-address.ts'

test('the forms of paths have the addresses of the console', () => {
  const at = readAddress('/pricing?vendor=OpenAI', {})
  const cases = [
    [{ to: '/login' }, '/login'],
    [{ to: '/models/$model/$', params: { model: 'gpt-4o', _splat: '' } }, '/models/gpt-4o'],
    [{ to: '/models/$model/$', params: { model: 'meta', _splat: 'llama 3/8b' } }, '/models/meta/llama%203/8b'],
    [{ to: '/docs/{-$slug}', params: { slug: undefined } }, '/docs'],
    [{ to: '/docs/{-$slug}', params: { slug: 'errors' }, hash: 'limits' }, '/docs/errors#limits'],
    [{ to: '/login', search: { next: '/token?p=2', flow: '' } }, '/login?next=%2Ftoken%3Fp%3D2'],
    [{ href: '/token?open=new' }, '/token?open=new'],
    [{ to: '.', search: (search: object) => ({ ...search, p: 2 }) }, '/pricing?vendor=OpenAI&p=2'],
    [{ to: '.' }, '/pricing'],
  ] as const
  for (const [target, address] of cases) expect(addressOf(target, at)).toBe(address)
})

test('a path is matched by its form', () => {
  const forms = ['/', '/login', '/models/$model/$', '/docs/{-$slug}', '/receipt/$link']
  const found = (path: string) => forms.find((form) => matchesForm(form, path))
  expect(found('/')).toBe('/')
  expect(found('/login/')).toBe('/login')
  expect(found('/Login')).toBe('/login')
  expect(found('/models')).toBeUndefined()
  expect(found('/models/gpt-4o')).toBe('/models/$model/$')
  expect(found('/models/meta/llama/8b')).toBe('/models/$model/$')
  expect(found('/docs')).toBe('/docs/{-$slug}')
  expect(found('/docs/errors')).toBe('/docs/{-$slug}')
  expect(found('/docs/errors/more')).toBeUndefined()
  expect(found('/receipt')).toBeUndefined()
  expect(found('/token')).toBeUndefined()
})

test('an address is read in the parts that pages use, its query as text', () => {
  expect(readAddress('/pricing?p=2&vendor=a%20b#top', {})).toEqual({
    href: '/pricing?p=2&vendor=a%20b#top',
    pathname: '/pricing',
    search: { p: '2', vendor: 'a b' } as never,
    hash: 'top',
    state: {},
  })
})
