import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useCopy } from '../../components/use-copy.tsx'
import css from './home.module.css'
import { type HomeClient, homeClients, writeClient } from './write-clients.ts'

const firstClient: HomeClient = 'python'

/** A first call in four clients. The one shown first types itself once. */
export function CodeCard({ site, model }: { site: string; model: string }) {
  const { t } = useTranslation('home')
  const { copy, copied } = useCopy()
  const [chosen, setChosen] = useState<HomeClient | null>(null)
  const client = chosen ?? firstClient
  const lines = writeClient(client, { site, model })
  return (
    <section className={css.code} aria-label={t('code.title')}>
      <div className={css.codeHead}>
        {homeClients.map((name) => (
          <button
            key={name}
            type="button"
            className={css.tab}
            aria-pressed={name === client}
            onClick={() => setChosen(name)}
          >
            {t(`code.${name}`)}
          </button>
        ))}
        <button type="button" className={css.copy} onClick={() => copy(lines.join('\n'))}>
          {copied ? t('code.copied') : t('code.copy')}
        </button>
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: long lines scroll, which the keyboard must be able to. */}
      <pre tabIndex={0} data-typing={chosen === null}>
        <code>
          {lines.map((line, index) => (
            <span key={`${client} ${index}`} className={css.codeLine} style={{ animationDelay: `${index * 180}ms` }}>
              {line === '' ? ' ' : line}
            </span>
          ))}
        </code>
      </pre>
    </section>
  )
}
