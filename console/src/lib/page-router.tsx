import type {
  LinkComponent,
  Navigate as NavigateComponent,
  ParsedLocation,
  UseNavigateResult,
} from '@tanstack/react-router'
import { type ComponentType, createContext, use, useEffect } from 'react'

// Pages that everyone sees run in two routers: that of the console, and that of guests, who do not load the former
// (`app/guest-router.tsx`). They import links and addresses from here. The types are those of the console's routes, so
// that a link to a page that does not exist does not compile.

/** An address without the base path. */
export type PageLocation = Pick<ParsedLocation, 'href' | 'pathname' | 'search' | 'hash'> & { state: PageState }
/** What an entry of the browser's history keeps beside its address. */
export type PageState = Partial<ParsedLocation['state']>

export interface PageRouter {
  Link: ComponentType<object>
  useNavigate(): UseNavigateResult<string>
  /** The address in the address bar. While the next page loads, it is that of the next page. */
  useLocation(): PageLocation
  /** The address of the page that is shown. */
  usePageLocation(): PageLocation
  /** Whether another page loads. */
  useIsLeaving(): boolean
  /** Shows a page again that failed. */
  useRetry(): () => void
}

const Context = createContext<PageRouter | null>(null)
export const PageRouterProvider = Context

function usePageRouter(): PageRouter {
  const router = use(Context)
  if (router === null) throw new Error('no router around this page')
  return router
}

function AnyLink(props: object) {
  const { Link: Shown } = usePageRouter()
  return <Shown {...props} />
}
// The compiler checks links by the console's routes; both routers take the same properties.
export const Link = AnyLink as LinkComponent<'a'>

export const useNavigate = (): UseNavigateResult<string> => usePageRouter().useNavigate()
export const useIsLeaving = (): boolean => usePageRouter().useIsLeaving()
export const useRetry = (): (() => void) => usePageRouter().useRetry()
export const usePageLocation = (): PageLocation => usePageRouter().usePageLocation()

export function useLocation<T = PageLocation>({ select }: { select?(location: PageLocation): T } = {}): T {
  const location = usePageRouter().useLocation()
  // Without `select`, `T` is its default.
  return select === undefined ? (location as T) : select(location)
}

function AnyNavigate(options: Parameters<UseNavigateResult<string>>[0]) {
  const navigate = useNavigate()
  // Once for each place that it leads to. The routes' own types of these parts are not needed to compare them.
  const { to, params } = options as { to?: string; params?: object }
  const target = JSON.stringify([to, params])
  // biome-ignore lint/correctness/useExhaustiveDependencies: the options are new objects with each render.
  useEffect(() => void navigate(options), [target])
  return null
}
/** Leads to another page instead of showing one. */
export const Navigate = AnyNavigate as typeof NavigateComponent
