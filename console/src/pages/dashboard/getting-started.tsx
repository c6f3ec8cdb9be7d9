import CheckCircleFilled from '@ant-design/icons/es/icons/CheckCircleFilled'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Button } from 'antd'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useCopy } from '../../components/use-copy.tsx'
import { baseUrlOf, buildCurlExample, exampleModel } from '../../lib/curl-example.ts'
import { useStatus } from '../../lib/queries.ts'
import css from './dashboard.module.css'
import { type Asked, channelsQuery, firstTokenQuery, usableModelsQuery } from './queries.ts'

/** What to do before there is anything to show: channel (for operators), token, first call. */
export function GettingStarted({ asked }: { asked: Asked }) {
  const { t } = useTranslation('dashboard')
  const navigate = useNavigate()
  const { data: channels } = useQuery(channelsQuery(asked))
  const { data: token } = useQuery(firstTokenQuery)
  return (
    <section className={css.start}>
      <h2>{t('start.title')}</h2>
      <p>{t('start.text')}</p>
      <ol className={css.steps}>
        {asked.view.of === 'all' && (
          <Step
            isDone={(channels?.total ?? 0) > 0}
            title={t('start.channel.title')}
            text={t('start.channel.text')}
            action={
              <Button onClick={() => navigate({ to: '/channel/add' })}>{t('start.channel.action')}</Button>
            }
          />
        )}
        <Step
          isDone={token !== null && token !== undefined}
          title={t('start.token.title')}
          text={t('start.token.text')}
          action={
            <Button
              type={token === null ? 'primary' : 'default'}
              onClick={() => navigate({ to: '/token', search: { open: 'new' } as never })}
            >
              {t('start.token.action')}
            </Button>
          }
        />
        <Step isDone={false} title={t('start.call.title')} text={t('start.call.text')}>
          <FirstCall apiKey={token ? `sk-${token.key}` : null} />
        </Step>
      </ol>
    </section>
  )
}

interface StepProps {
  isDone: boolean
  title: string
  text: string
  action?: ReactNode
  children?: ReactNode
}

function Step({ isDone, title, text, action, children }: StepProps) {
  const { t } = useTranslation('dashboard')
  return (
    <li data-done={isDone}>
      <div className={css.stepHead}>
        <div className={css.stepText}>
          <h3>
            {title} {isDone && <CheckCircleFilled className={css.done} aria-label={t('start.done')} />}
          </h3>
          <p>{text}</p>
        </div>
        {!isDone && action}
      </div>
      {children}
    </li>
  )
}

const shownKey = 'sk-…'

/** A call that can be pasted; the key is in what is copied, not on the screen. */
function FirstCall({ apiKey }: { apiKey: string | null }) {
  const { t } = useTranslation('dashboard')
  const { copy } = useCopy()
  const status = useStatus()
  const { data: models = [] } = useQuery(usableModelsQuery)
  const example = (key: string) =>
    buildCurlExample({
      baseUrl: baseUrlOf(status?.server_address ?? '', location.origin),
      key,
      model: exampleModel(models),
    })
  return (
    <div className={css.code}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard. */}
      <section className={css.codeText} tabIndex={0} aria-label={t('start.call.title')}>
        <pre>{example(shownKey)}</pre>
      </section>
      <Button disabled={apiKey === null} onClick={() => copy(example(apiKey ?? shownKey))}>
        {t('start.call.action')}
      </Button>
    </div>
  )
}
