import { Link, useLocation, useNavigate, useRouter, useRouterState } from '@tanstack/react-router'
import type { ComponentType } from 'react'
import type { PageRouter } from '../lib/page-router.tsx'

/** A path without the slash at its end, which a route may have and an address may lack. */
const withoutEnd = (path: string): string => path.replace(/\/$/, '')

/** The console's router, for pages that guests see too. */
export const consolePageRouter: PageRouter = {
  // `page-router.tsx` gives the component its type again.
  Link: Link as ComponentType<object>,
  useNavigate,
  useLocation,
  // While the next page loads, the router's own location is that of the next page: read there, a list would lose its
  // filters and load everything once more, and a tab would jump to the first.
  usePageLocation: () =>
    useRouterState({
      select: ({ location, resolvedLocation, matches }) => {
        const shown = matches.at(-1)?.pathname
        const isShown = shown !== undefined && withoutEnd(shown) === withoutEnd(location.pathname)
        return isShown ? location : (resolvedLocation ?? location)
      },
    }),
  useIsLeaving: () =>
    useRouterState({
      select: ({ isLoading, location, resolvedLocation }) =>
        isLoading && resolvedLocation !== undefined && resolvedLocation.pathname !== location.pathname,
    }),
  useRetry() {
    const router = useRouter()
    return () => void router.invalidate()
  },
}
