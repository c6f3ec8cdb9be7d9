import CheckCircleFilled from '@ant-design/icons/es/icons/CheckCircleFilled'
import { useMutation, useQuery } from '@tanstack/react-query'
import { linkOptions, useNavigate } from '@tanstack/react-router'
import { Button } from 'antd'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Row } from '../../components/layout.tsx'
import texts from '../../components/text.module.css'
import { useCopy } from '../../components/use-copy.tsx'
import { buildCurlExample, exampleModel } from '../../lib/curl-example.ts'
import { formatFirst } from '../../lib/format-list.ts'
import { useStatus } from '../../lib/queries.ts'
import { siteAddress } from '../../lib/site-address.ts'
import { readTokenKey } from '../../lib/token-keys.ts'
import { usableModelsQuery } from '../../lib/user-queries.ts'
import type { StepName } from './checklist.ts'
import css from './dashboard.module.css'
import type { Checklist } from './use-checklist.ts'

/** The page of each step. */
const places = {
  call: linkOptions({ to: '/playground333' }),
  channel: linkOptions({ to: '/channel/add' }),
  price: linkOptions({ to: '/console/prices', search: { state: 'unpriced' } }),
  token: linkOptions({ to: '/token', search: { open: 'new' } }),
  mail: linkOptions({ to: '/setting', search: { tab: 'system' }, hash: 'card-smtp' }),
} satisfies Record<StepName, object>

/** The first steps while there is no data. The first unfinished step is highlighted. */
export function GettingStarted({ checklist }: { checklist: Checklist }) {
  const { t, i18n } = useTranslation('dashboard')
  const navigate = useNavigate()
  const { steps, unpriced, tokenId, isOfSite, hide } = checklist
  // A call from the terminal needs a key, which an operator may not have.
  const isByConsole = isOfSite && tokenId === null
  const next = steps.find(({ isDone }) => isDone === false)?.name
  const textOf = (name: StepName) => {
    if (name === 'call' && isByConsole) return t('start.call.playgroundText')
    if (name !== 'price' || unpriced.length === 0) return t(`start.${name}.text`)
    const names = formatFirst(unpriced, namesMax, i18n.resolvedLanguage)
    return t('start.price.missing', { count: unpriced.length, names })
  }
  return (
    <section className={css.start} aria-labelledby="getting-started">
      <Row gap={16} justify="between" className={css.startHead}>
        <h2 id="getting-started">{t('start.title')}</h2>
        {hide && (
          <Button type="text" size="small" onClick={hide}>
            {t('start.hide')}
          </Button>
        )}
      </Row>
      <p className={texts.second}>{t('start.text')}</p>
      <ol className={css.steps}>
        {steps.map(({ name, isDone }) => (
          <Step
            key={name}
            isDone={isDone === true}
            title={t(`start.${name}.title`)}
            text={textOf(name)}
            action={
              (name !== 'call' || isByConsole) && (
                <Button type={name === next ? 'primary' : 'default'} onClick={() => navigate(places[name])}>
                  {t(name === 'call' ? 'start.call.playground' : `start.${name}.action`)}
                </Button>
              )
            }
          >
            {name === 'call' && !isByConsole && isDone !== true && <FirstCall tokenId={tokenId} unpriced={unpriced} />}
          </Step>
        ))}
      </ol>
    </section>
  )
}

/** Names shown; the page of the step lists all of them. */
const namesMax = 3

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
      <Row gap={[8, 16]} align="start" justify="between" wrap>
        <div className={css.stepText}>
          <h3>
            {title} {isDone && <CheckCircleFilled className={css.done} aria-label={t('start.done')} />}
          </h3>
          {!isDone && <p className={texts.second}>{text}</p>}
        </div>
        {!isDone && action}
      </Row>
      {children}
    </li>
  )
}

const shownKey = 'sk-…'

/** A call to copy; the key is in the copied text, but not on the screen. */
function FirstCall({ tokenId, unpriced }: { tokenId: number | null; unpriced: readonly string[] }) {
  const { t } = useTranslation('dashboard')
  const { copy } = useCopy()
  const status = useStatus()
  const { data: models = [] } = useQuery(usableModelsQuery)
  const example = (key: string) =>
    buildCurlExample({
      site: siteAddress(status?.server_address),
      key,
      // A call to a model without a price would be refused.
      model: exampleModel(models.filter((model) => !unpriced.includes(model))),
    })
  const copyCall = useMutation({ mutationFn: async (id: number) => await copy(example(await readTokenKey(id))) })
  return (
    <div className={css.code}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard. */}
      <section className={css.codeText} tabIndex={0} aria-label={t('start.call.title')}>
        <pre>{example(shownKey)}</pre>
      </section>
      <Button
        disabled={tokenId === null}
        loading={copyCall.isPending}
        onClick={() => tokenId !== null && copyCall.mutate(tokenId)}
      >
        {t('start.call.action')}
      </Button>
    </div>
  )
}
