import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useThemeMode } from '../lib/theme-mode.ts'
import { Markdown } from './markdown.tsx'
import css from './site-content.module.css'

/** A single https address is a page to show; anything else is text. */
export const isFrameAddress = (content: string): boolean =>
  /^https:\/\/\S+$/.test(content.trim()) && URL.canParse(content.trim())

interface SiteContentProps {
  content: string
  /** Names the frame for screen readers. */
  title: string
}

/** The operator's content of a public page: sanitised Markdown or HTML, or the page at an address, in a frame. */
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
  const sendLook = () => {
    const target = new URL(address).origin
    frame.current?.contentWindow?.postMessage({ themeMode }, target)
    frame.current?.contentWindow?.postMessage({ lang }, target)
  }
  // The embedded page gets the theme and the language of the console.
  useEffect(sendLook)
  return (
    <iframe
      ref={frame}
      src={address}
      title={title}
      className={css.frame}
      sandbox="allow-scripts allow-same-origin allow-forms allow-popups allow-popups-to-escape-sandbox"
      referrerPolicy="no-referrer"
      onLoad={sendLook}
    />
  )
}
