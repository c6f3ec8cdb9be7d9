import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useThemeMode } from '../lib/theme-mode.ts'
import { Markdown } from './markdown.tsx'
import css from './site-content.module.css'

/** An https address alone is a page to show; everything else is text. */
export const isFrameAddress = (content: string): boolean =>
  /^https:\/\/\S+$/.test(content.trim()) && URL.canParse(content.trim())

interface SiteContentProps {
  content: string
  /** Names the frame for those who do not see it. */
  title: string
}

/** What the operator wrote for a public page: Markdown or HTML, cleaned, or the page at an address, in a frame. */
export function SiteContent({ content, title }: SiteContentProps) {
  if (isFrameAddress(content)) return <SiteFrame address={content.trim()} title={title} />
  return (
    <article className={css.text}>
      <Markdown text={content} />
    </article>
  )
}

function SiteFrame({ address, title }: { address: string; title: string }) {
  const { i18n } = useTranslation()
  const themeMode = useThemeMode()
  const frame = useRef<HTMLIFrameElement>(null)
  const lang = i18n.resolvedLanguage
  const tell = () => {
    const target = new URL(address).origin
    frame.current?.contentWindow?.postMessage({ themeMode }, target)
    frame.current?.contentWindow?.postMessage({ lang }, target)
  }
  // The page inside follows the theme and the language of ours.
  useEffect(tell)
  return (
    <iframe
      ref={frame}
      src={address}
      title={title}
      className={css.frame}
      sandbox="allow-scripts allow-same-origin allow-forms allow-popups allow-popups-to-escape-sandbox"
      referrerPolicy="no-referrer"
      onLoad={tell}
    />
  )
}
