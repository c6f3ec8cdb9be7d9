/** The place of a view on its content, in pixels. */
export interface ScrollPlace {
  /** Above the view. */
  top: number
  /** Of the whole content. */
  height: number
  /** Of the view. */
  clientHeight: number
}

/** Whether a view follows the end of its content, and the last top that is known. */
export interface Following {
  isFollowing: boolean
  top: number
}

/** A reader who comes this close to the end follows it again. */
const nearPx = 48
/** Browsers round positions to device pixels. */
const slackPx = 2

/**
 * `before` after a scroll event. The event comes a frame after the scroll that caused it, when the content has grown on,
 * so the distance to the end does not say who scrolled. A reader leaves the end by moving up; the view itself moves up
 * only when its content shrinks, and then it stays at the end.
 */
export function followScroll(before: Following, { top, height, clientHeight }: ScrollPlace): Following {
  const distance = height - clientHeight - top
  if (top < before.top - slackPx) return { isFollowing: distance <= slackPx, top }
  // The highest top is kept, so that a slow move up adds up to one.
  if (before.isFollowing) return { isFollowing: true, top: Math.max(top, before.top) }
  return { isFollowing: top > before.top && distance < nearPx, top }
}
