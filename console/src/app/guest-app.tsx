import {
  Component,
  createContext,
  type MouseEvent,
  type ReactNode,
  startTransition,
  use,
  useEffect,
  useLayoutEffect,
  useMemo,
  useState,
  useSyncExternalStore,
} from 'react'
import { type PageLocation, type PageRouter, PageRouterProvider } from '../lib/page-router.tsx'
import type { Search } from '../lib/search-text.ts'
import { readAddress, type Target } from './guest-address.ts'
import type { GuestPage, GuestRouter } from './guest-router.ts'
import { ErrorPage, PageError } from './shell/error-page.tsx'
import { RootFrame } from './shell/shell.tsx'

/** The address of the page around a component. It changes with the page, not with the address bar. */
const ShownLocation = createContext<PageLocation | null>(null)

type AnyGuestRouter = GuestRouter<GuestPage>

/** The pages of `router`, in the frame of all pages. */
export function GuestApp({ router }: { router: AnyGuestRouter }) {
  const pageRouter = useMemo(() => createPageRouter(router), [router])
  const { failure, shown: next } = useGuestState(router)
  const [drawn, setDrawn] = useState(next)
  // The page before stays until the texts of the next one are there; a change of its own query is immediate.
  const shown = drawn?.turn === next?.turn ? next : drawn
  useEffect(() => {
    if (next?.turn !== drawn?.turn) startTransition(() => setDrawn(next))
  }, [next, drawn])
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each page and address.
  useLayoutEffect(() => router.scrollToStart(), [router, shown])
  return (
    <PageRouterProvider value={pageRouter}>
      {failure !== null && shown === null ? (
        <ErrorPage error={failure.error} />
      ) : (
        shown !== null && (
          <ShownLocation value={shown.location}>
            <RootFrame>
              <shown.page.Frame>
                {failure !== null ? (
                  <PageError error={failure.error} />
                ) : (
                  <Boundary turn={shown.turn}>
                    <shown.page.Page />
                  </Boundary>
                )}
              </shown.page.Frame>
            </RootFrame>
          </ShownLocation>
        )
      )}
    </PageRouterProvider>
  )
}

const useGuestState = (router: AnyGuestRouter) => useSyncExternalStore(router.subscribe, router.state)

/** A page that throws is replaced by its failure, inside its frame. */
class Boundary extends Component<{ turn: number; children: ReactNode }, { failure: { error: unknown } | null }> {
  override state = { failure: null as { error: unknown } | null }
  static getDerivedStateFromError(error: unknown) {
    return { failure: { error } }
  }
  override componentDidUpdate({ turn }: { turn: number }) {
    if (turn !== this.props.turn && this.state.failure !== null) this.setState({ failure: null })
  }
  override render() {
    return this.state.failure === null ? this.props.children : <PageError error={this.state.failure.error} />
  }
}

interface GuestLinkProps extends Target {
  replace?: boolean
  resetScroll?: boolean
  activeOptions?: { exact?: boolean }
  className?: string
  target?: string
  onClick?(event: MouseEvent<HTMLAnchorElement>): void
  children?: ReactNode
}

/** Whether the address bar is at a link, or below it. */
function isAt(location: PageLocation, href: string, isExact: boolean): boolean {
  const { pathname, search } = readAddress(href, {})
  const [at, wanted] = [location.pathname, pathname].map((path) => path.replace(/\/$/, ''))
  if (at === undefined || wanted === undefined) return false
  if (isExact ? at !== wanted : at !== wanted && !at.startsWith(`${wanted}/`)) return false
  const [shown, asked]: Search[] = [location.search, search]
  if (isExact && Object.keys(shown ?? {}).length !== Object.keys(asked ?? {}).length) return false
  return Object.entries(asked ?? {}).every(([name, value]) => shown?.[name] === value)
}

function createPageRouter(router: AnyGuestRouter): PageRouter {
  const useLocation = () => useGuestState(router).location
  const retry = () => void router.retry()

  function Link(props: GuestLinkProps) {
    const { to, params, search, hash, state, href, replace, resetScroll, activeOptions, ...rest } = props
    const { className, target, onClick } = rest
    // A link has the parts of one kind of target, and undefined for the others.
    const goal = { to, params, search, hash, state, href } as Target
    const location = useLocation()
    const address = router.hrefOf(goal)
    const active = isAt(location, address, activeOptions?.exact === true) && {
      'data-status': 'active',
      'aria-current': 'page' as const,
      className: className === undefined ? 'active' : `${className} active`,
    }
    const preload = () => router.preload(goal)
    return (
      <a
        {...rest}
        {...active}
        href={address}
        onMouseEnter={preload}
        onFocus={preload}
        onTouchStart={preload}
        onClick={(event) => {
          onClick?.(event)
          const isOther = event.metaKey || event.altKey || event.ctrlKey || event.shiftKey || event.button !== 0
          if (event.defaultPrevented || isOther || (target !== undefined && target !== '_self')) return
          event.preventDefault()
          void router.navigate({ ...goal, ...(replace && { replace }), ...(resetScroll === false && { resetScroll }) })
        }}
      />
    )
  }

  return {
    Link,
    // The options that pages for guests use are those of `Target`.
    useNavigate: () => router.navigate as ReturnType<PageRouter['useNavigate']>,
    useLocation,
    usePageLocation: () => use(ShownLocation) ?? router.state().location,
    useIsLeaving: () => useGuestState(router).isLeaving && router.state().shown !== null,
    useRetry: () => retry,
  }
}
