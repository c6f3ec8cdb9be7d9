import type { ComponentType, ReactNode } from 'react'
import { withBasePath } from '../lib/base-path.ts'
import { newId } from '../lib/new-id.ts'
import type { PageLocation, PageState } from '../lib/page-router.tsx'
import { addressOf, matchesForm, readAddress, type Target } from './guest-address.ts'

/** A page that guests see. */
export interface GuestPage {
  path: string
  Page: ComponentType & { preload(): Promise<void> }
  Frame: ComponentType<{ children: ReactNode }> & { preload?(): Promise<void> }
}

/** What happens at an address: its page is shown, the console takes over, or another address is shown. */
export type Verdict = 'page' | 'console' | { href: string }

interface GuestRouterOptions<P extends GuestPage> {
  pages: readonly P[]
  /** Decides before a page is shown; null = the address is that of no page in the list. */
  guard(page: P | null, location: PageLocation): Promise<Verdict>
  /** Loads the console and shows it at the current address, for good. */
  showConsole(): Promise<void>
  /** Loads what is behind a link to a page that is not in the list. */
  preloadOther(pathname: string): Promise<unknown>
}

interface Shown<P extends GuestPage> {
  page: P
  location: PageLocation
  /** Counts pages, not changes of the query of one. */
  turn: number
}

interface GuestState<P extends GuestPage> {
  location: PageLocation
  /** Null until the first page is loaded. */
  shown: Shown<P> | null
  isLeaving: boolean
  failure: { error: unknown } | null
}

interface NavigateOptions extends Target {
  replace?: boolean
  /** False: the page keeps its scroll position. */
  resetScroll?: boolean
}

export type GuestRouter<P extends GuestPage> = ReturnType<typeof createGuestRouter<P>>

/** Positions of pages that were left, by their entry in the browser's history. */
const positionsMax = 100

/**
 * The router of guests: the few pages that need no session, with the addresses, the history and the scroll positions of
 * the browser. It is small, because every visitor waits for it. With a log-in, or an address of another page, the
 * router of the console takes its place.
 */
export function createGuestRouter<P extends GuestPage>(options: GuestRouterOptions<P>) {
  const listeners = new Set<() => void>()
  const positions = new Map<string, number>()
  let turns = 0
  let key = ''
  let state: GuestState<P> = {
    location: readLocation(),
    shown: null,
    isLeaving: false,
    failure: null,
  }
  /** Where the next shown page begins: a position, or the element that its address names. */
  let scroll: number | 'hash' | null = null

  function set(changes: Partial<GuestState<P>>): void {
    state = { ...state, ...changes }
    for (const listener of listeners) listener()
  }

  const find = (pathname: string): P | null => options.pages.find(({ path }) => matchesForm(path, pathname)) ?? null

  async function show(location: PageLocation, { isAgain = false } = {}): Promise<void> {
    const turn = ++turns
    const page = find(location.pathname)
    const before = state.shown
    const isSame = page !== null && before?.page === page && before.location.pathname === location.pathname
    if (isSame && !isAgain && state.failure === null) return set({ location, shown: { ...before, location } })
    set({ location, isLeaving: true })
    try {
      const [verdict] = await Promise.all([
        options.guard(page, location),
        page?.Page.preload(),
        page?.Frame.preload?.(),
      ])
      if (turn !== turns) return
      if (typeof verdict === 'object') return await navigate({ href: verdict.href, replace: true })
      if (verdict === 'console' || page === null) return await leave()
      set({ shown: { page, location, turn }, isLeaving: false, failure: null })
    } catch (error) {
      if (turn === turns) set({ isLeaving: false, failure: { error } })
    }
  }

  async function leave(): Promise<void> {
    await options.showConsole()
    removeEventListener('popstate', onPop)
    removeEventListener('pagehide', onHide)
    removeEventListener('scroll', onScroll)
  }

  const onScroll = () => {
    positions.set(key, scrollY)
    for (const oldest of [...positions.keys()].slice(0, positions.size - positionsMax)) positions.delete(oldest)
  }

  async function navigate(target: NavigateOptions): Promise<void> {
    const { replace = false, resetScroll = true } = target
    const { state: given = {} } = target
    const next = typeof given === 'function' ? given(state.location.state) : given
    const address = withBasePath(readAddress(addressOf(target, state.shown?.location ?? state.location), {}).href)
    if (!replace) key = newId()
    const entry = { ...next, guestKey: key }
    if (replace) history.replaceState(entry, '', address)
    else history.pushState(entry, '', address)
    const location = readLocation()
    scroll = !resetScroll ? null : location.hash === '' ? 0 : 'hash'
    await show(location)
  }

  function onPop(): void {
    key = keyOf(history.state) ?? nameEntry()
    const location = readLocation()
    // A link to a heading of the page has no position of its own: the browser moves there.
    scroll = positions.get(key) ?? (location.pathname === state.location.pathname ? null : 0)
    void show(location)
  }

  /** An entry that the browser made, for a link to a heading. */
  function nameEntry(): string {
    const name = newId()
    history.replaceState({ ...history.state, guestKey: name }, '')
    return name
  }

  /** The browser restores the position after a reload, as it does for a page without a router. */
  const onHide = () => {
    history.scrollRestoration = 'auto'
  }

  return {
    subscribe(listener: () => void): () => void {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    state: () => state,
    navigate,
    /** Shows the page of the address bar. Never rejects: a failure is part of the state. */
    async start(): Promise<void> {
      history.scrollRestoration = 'manual'
      addEventListener('popstate', onPop)
      addEventListener('pagehide', onHide)
      addEventListener('scroll', onScroll, { passive: true })
      key = keyOf(history.state) ?? nameEntry()
      scroll = state.location.hash === '' ? null : 'hash'
      await show(state.location)
    },
    /** Tries the current address again. */
    retry: (): Promise<void> => show(state.location, { isAgain: true }),
    hrefOf: (target: Target): string =>
      withBasePath(readAddress(addressOf(target, state.shown?.location ?? state.location), {}).href),
    /** Loads the code behind a link that is about to be followed. A failure shows when it is. */
    preload(target: Target): void {
      const { pathname } = readAddress(addressOf(target, state.location), {})
      const page = find(pathname)
      if (page === null) void options.preloadOther(pathname).catch(() => undefined)
      else void Promise.all([page.Page.preload(), page.Frame.preload?.()])
    },
    /** Moves a page that was just drawn to where it begins. */
    scrollToStart(): void {
      if (scroll === 'hash') document.getElementById(state.location.hash)?.scrollIntoView()
      else if (scroll !== null) scrollTo({ top: scroll, behavior: 'instant' })
      scroll = null
    },
    /** Hands the address bar over to the console. */
    leave,
  }
}

const keyOf = (entry: unknown): string | null =>
  typeof entry === 'object' && entry !== null && 'guestKey' in entry ? String(entry.guestKey) : null

/** The address bar. What the state of an entry holds was written by a router. */
const readLocation = (): PageLocation => readAddress(location.href, (history.state ?? {}) as PageState)
