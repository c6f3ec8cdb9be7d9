/** The position of a view on its content, in pixels. */
export interface ScrollPlace {
  /** Above the view. */
  top: number
  /** The height of the whole content. */
  height: number
  /** The height of the visible part. */
  clientHeight: number
}

/** Whether a view follows the end of its content, and its last known top. */
export interface Following {
  isFollowing: boolean
  top: number
}

/** A reader this close to the end follows it again. */
const nearPx = 48
/** Browsers round positions to device pixels. */
const slackPx = 2

/**
 * `before` after a scroll event. The event comes a frame after its scroll, when the content has grown on, so the
 * distance to the end does not reveal who scrolled. A reader stops following by scrolling up; the view itself moves up
 * only when its content shrinks, and then it keeps following.
 */
export function followScroll(before: Following, { top, height, clientHeight }: ScrollPlace): Following {
  const distance = height - clientHeight - top
  if (top < before.top - slackPx) return { isFollowing: distance <= slackPx, top }
  // The highest top is kept, so that several small moves up count as one.
  if (before.isFollowing) return { isFollowing: true, top: Math.max(top, before.top) }
  return { isFollowing: top > before.top && distance < nearPx, top }
}
