import { useIsLeaving } from '../../lib/page-router.tsx'
import css from './shell.module.css'

/** A line at the top while the next page loads; the style sheet shows it after 300 ms. */
export function PageProgress() {
  return useIsLeaving() && <div className={css.progress} aria-hidden data-page-progress />
}
