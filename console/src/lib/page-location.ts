import { type ParsedLocation, useRouterState } from '@tanstack/react-router'

/**
 * The address of the page that is shown. While the next page loads, the router's own location is that of the next page:
 * read there, a list would lose its filters and load everything once more, and a tab would jump to the first.
 */
export function usePageLocation(): ParsedLocation {
  return useRouterState({
    select: ({ location, resolvedLocation, matches }) => {
      const shown = matches.at(-1)?.pathname
      const isShown = shown !== undefined && withoutEnd(shown) === withoutEnd(location.pathname)
      return isShown ? location : (resolvedLocation ?? location)
    },
  })
}

/** A path without the slash at its end, which a route may have and an address may lack. */
const withoutEnd = (path: string): string => path.replace(/\/$/, '')
