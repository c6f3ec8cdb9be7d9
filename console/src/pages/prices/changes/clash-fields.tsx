import { Alert, Button, Form, Radio } from 'antd'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import layout from '../../../components/layout.module.css'
import { Row, Stack } from '../../../components/layout.tsx'
import texts from '../../../components/text.module.css'
import css from './changes.module.css'
import { DifferenceParts } from './difference-list.tsx'
import { type Choices, type Clash, rulesClashId, type Side } from './merge-changes.ts'

interface ClashFieldsProps {
  clashes: readonly Clash[]
  hasRulesClash: boolean
}

/** What was changed here and by someone else, with a choice each. Fields of a form with `choices`. */
export function ClashFields({ clashes, hasRulesClash }: ClashFieldsProps) {
  const { t } = useTranslation('prices')
  const form = Form.useFormInstance<{ choices: Choices }>()
  const ids = [...(hasRulesClash ? [rulesClashId] : []), ...clashes.map(({ id }) => id)]
  const chooseAll = (side: Side) => {
    form.setFieldsValue({ choices: Object.fromEntries(ids.map((id) => [id, side])) })
    void form.validateFields(ids.map((id) => ['choices', id]))
  }
  return (
    <>
      <Alert type="warning" showIcon className={layout.notice} title={t('conflict.title')} />
      {ids.length > 1 && (
        <Row wrap className={layout.notice}>
          <Button size="small" onClick={() => chooseAll('theirs')}>
            {t('conflict.allTheirs')}
          </Button>
          <Button size="small" onClick={() => chooseAll('mine')}>
            {t('conflict.allMine')}
          </Button>
        </Row>
      )}
      <div className={css.scroll}>
        {hasRulesClash && (
          <ClashField id={rulesClashId} label={t('conflict.markupRules')} theirs={t('conflict.theirRules')}>
            {t('conflict.myRules')}
          </ClashField>
        )}
        {clashes.map(({ id, model, theirs, mine, by }) => (
          <ClashField
            key={id}
            id={id}
            label={<code className={texts.anywhere}>{model}</code>}
            theirs={
              <>
                {t('conflict.theirs', { by: by || t('bySystem') })} <DifferenceParts difference={theirs} />
              </>
            }
          >
            {t('conflict.mine')} <DifferenceParts difference={mine} />
          </ClashField>
        ))}
      </div>
    </>
  )
}

interface ClashFieldProps {
  id: string
  label: ReactNode
  theirs: ReactNode
  /** The own side. */
  children: ReactNode
}

function ClashField({ id, label, theirs, children }: ClashFieldProps) {
  const { t } = useTranslation('prices')
  return (
    <Form.Item name={['choices', id]} label={label} rules={[{ required: true, message: t('conflict.needed') }]}>
      <Radio.Group>
        <Stack gap={4}>
          <Radio value="theirs">{theirs}</Radio>
          <Radio value="mine">{children}</Radio>
        </Stack>
      </Radio.Group>
    </Form.Item>
  )
}
