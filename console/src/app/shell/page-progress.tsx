import { useRouterState } from '@tanstack/react-router'
import css from './shell.module.css'

/** A line at the top while the next page loads; the style sheet shows it after 300 ms. */
export function PageProgress() {
  const isLeaving = useRouterState({
    select: ({ isLoading, location, resolvedLocation }) =>
      isLoading && resolvedLocation !== undefined && resolvedLocation.pathname !== location.pathname,
  })
  return isLeaving && <div className={css.progress} aria-hidden data-page-progress />
}
