import { afterEach, expect, test } from 'bun:test'
import { cleanup, render } from '@testing-library/react/pure'
import { siteStatus } from '../../test/site-status.ts'
import { act, fireEvent, screen } from '../../test/visit.tsx'
import { Link, useNavigate, usePageLocation } from '../lib/page-router.tsx'
import { GuestApp } from './guest-app.tsx'
import { isForAccounts } from './guest-guard.ts'
import { createGuestRouter, type GuestPage, type Verdict } from './guest-router.ts'
import { Providers } from './providers.tsx'
import { queryClient } from './query-client.ts'

afterEach(() => {
  cleanup()
  history.replaceState(null, '', '/')
})

function One() {
  const { search, hash } = usePageLocation()
  const navigate = useNavigate()
  return (
    <>
      <p>
        one {JSON.stringify(search)} {hash}
      </p>
      <Link to="/pricing" search={{ vendor: 'OpenAI' }} className="link">
        prices
      </Link>
      <Link to="/login" target="_blank">
        aside
      </Link>
      <button
        type="button"
        onClick={() => void navigate({ to: '.', search: () => ({ p: 2 }) as never, replace: true })}
      >
        next
      </button>
    </>
  )
}

function Failing(): never {
  throw new Error('it broke')
}

const pageOf = (path: string, Page: () => React.ReactNode): GuestPage => ({
  path,
  Page: Object.assign(Page, { preload: async () => undefined }),
  Frame: ({ children }) => <main>{children}</main>,
})

async function open(at: string, guard: (path: string) => Verdict | Promise<Verdict> = () => 'page') {
  history.replaceState(null, '', at)
  queryClient.setQueryData(['status'], siteStatus as never)
  let consoles = 0
  const router = createGuestRouter({
    pages: [
      pageOf('/', One),
      pageOf('/pricing', () => <p>prices of {JSON.stringify(usePageLocation().search)}</p>),
      pageOf('/about', Failing),
    ],
    guard: async (_page, { pathname }) => await guard(pathname),
    showConsole: async () => {
      consoles += 1
    },
    preloadOther: async () => undefined,
  })
  await act(async () => {
    await router.start()
    render(
      <Providers>
        <GuestApp router={router} />
      </Providers>,
    )
  })
  return { router, consoles: () => consoles }
}

test('a link leads to a page and marks itself there; the back button returns', async () => {
  await open('/')
  const link = screen.getByText('prices')
  expect(link.getAttribute('href')).toBe('/pricing?vendor=OpenAI')
  await act(async () => fireEvent.click(link))
  expect(await screen.findByText('prices of {"vendor":"OpenAI"}')).toBeTruthy()
  expect(location.search).toBe('?vendor=OpenAI')
  // What the browser does at its back button; the DOM of these tests has no history of entries.
  await act(async () => {
    history.replaceState(null, '', '/')
    dispatchEvent(new PopStateEvent('popstate'))
  })
  expect(await screen.findByText(/one/)).toBeTruthy()
})

test('a link with a key, or for another window, is the browser’s', async () => {
  await open('/')
  const isTaken = (text: string, keys = {}): boolean => {
    let taken: boolean | undefined
    const look = (event: Event) => {
      taken = event.defaultPrevented
      // Nothing follows the link here.
      event.preventDefault()
    }
    addEventListener('click', look, { once: true })
    fireEvent.click(screen.getByText(text), keys)
    return taken === true
  }
  expect(isTaken('prices', { ctrlKey: true })).toBe(false)
  expect(isTaken('aside')).toBe(false)
  expect(location.pathname).toBe('/')
})

test('a page changes its own query at once', async () => {
  await open('/')
  fireEvent.click(screen.getByText('next'))
  expect(screen.getByText('one {"p":"2"}')).toBeTruthy()
  expect(location.search).toBe('?p=2')
})

test('a guard leads elsewhere, also from an address of no page; the console takes the others', async () => {
  const { consoles } = await open('/token', (path) => (path === '/token' ? { href: '/pricing?next=1' } : 'page'))
  expect(await screen.findByText('prices of {"next":"1"}')).toBeTruthy()
  expect(consoles()).toBe(0)
  cleanup()
  expect((await open('/nothing-here')).consoles()).toBe(1)
  expect((await open('/pricing', () => 'console')).consoles()).toBe(1)
})

test('a page that throws is replaced inside its frame, and comes back with the next one', async () => {
  const { router } = await open('/about')
  expect(await screen.findByText('it broke')).toBeTruthy()
  await act(async () => await router.navigate({ to: '/pricing' }))
  expect(await screen.findByText('prices of {}')).toBeTruthy()
})

test('a guard that fails is tried again', async () => {
  let isDown = true
  const { router } = await open('/', () => {
    if (isDown) throw new Error('no answer')
    return 'page'
  })
  expect(await screen.findByText('no answer')).toBeTruthy()
  isDown = false
  await act(async () => await router.retry())
  expect(await screen.findByText(/one/)).toBeTruthy()
})

test('of two pages asked for in turn, the last is shown', async () => {
  const slow = Promise.withResolvers<Verdict>()
  const { router } = await open('/', (path) => (path === '/about' ? slow.promise : 'page'))
  await act(async () => {
    const first = router.navigate({ to: '/about' })
    await router.navigate({ to: '/pricing' })
    slow.resolve('page')
    await first
  })
  expect(await screen.findByText('prices of {}')).toBeTruthy()
})

test('pages for accounts ask for a log-in; other unknown addresses are the console’s', () => {
  for (const path of ['/token', '/channel/add', '/user/5', '/console/prices', '/playground', '/models'])
    expect(isForAccounts(path)).toBe(true)
  for (const path of ['/nothing-here', '/setup', '/chat', '/chat/3']) expect(isForAccounts(path)).toBe(false)
})
