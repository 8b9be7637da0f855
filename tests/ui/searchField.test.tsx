// A long list that is searched by typing: the keys, the names and the announcements of the combobox.
import { fireEvent, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { type ComponentProps, useState } from 'react'
import { describe, expect, test, vi } from 'vitest'
import { SearchField } from '../../src/ui/fields/SearchField.tsx'
import { renderPart } from './texts.tsx'

const all = [
  { value: 'A', text: '강원대학교' },
  { value: 'B', text: '서울대학교' },
  { value: 'C', text: '서울시립대학교' },
  { value: 'ETC', text: '기타' },
]

type Props = Pick<ComponentProps<typeof SearchField>, 'waiting' | 'failed'> & { chosen?: string; choices?: typeof all }

function School({ chosen = '', choices = all, ...state }: Props) {
  const [value, setValue] = useState(chosen)
  return (
    <>
      <SearchField
        name="school"
        label="School"
        choices={choices}
        {...state}
        value={value}
        onChange={setValue}
        always={(each) => each === 'ETC'}
      />
      <output>{value}</output>
    </>
  )
}
const field = () => screen.getByRole('combobox', { name: 'School' })
const options = () => screen.queryAllByRole('option').map(({ textContent }) => textContent)
const active = () => document.getElementById(field().getAttribute('aria-activedescendant') ?? '')?.textContent
const value = () => screen.getByRole('status').textContent

test('is closed until it is pressed or typed into, and then shows the whole list', async () => {
  renderPart(<School />)
  const user = userEvent.setup()
  await user.tab()
  expect(field()).toHaveAttribute('aria-expanded', 'false')
  await user.click(field())
  expect(field()).toHaveAttribute('aria-expanded', 'true')
  expect(options()).toHaveLength(4)
})

test('finds by initial consonants, and Enter takes the first match', async () => {
  renderPart(<School />)
  const user = userEvent.setup()
  await user.type(field(), 'ㅅㅇㄷ')
  expect(options()).toEqual(['서울대학교', '기타'])
  await user.keyboard('{Enter}')
  expect(value()).toBe('B')
  expect(field()).toHaveValue('서울대학교')
  expect(options()).toEqual([])
})

test('the arrow keys move through the list, and begin at the choice that is taken', async () => {
  renderPart(<School chosen="B" />)
  const user = userEvent.setup()
  await user.tab()
  await user.keyboard('{ArrowDown}')
  expect(active()).toBe('서울대학교')
  await user.keyboard('{ArrowDown}')
  expect(active()).toBe('서울시립대학교')
  await user.keyboard('{Enter}')
  expect(value()).toBe('C')
})

test('Escape, and leaving the field, bring back the choice that was there', async () => {
  renderPart(<School chosen="A" />)
  const user = userEvent.setup()
  for (const leave of [() => user.keyboard('{Escape}'), () => user.tab()]) {
    await user.clear(field())
    await user.type(field(), '서울')
    await leave()
    expect(field()).toHaveValue('강원대학교')
  }
  expect(value()).toBe('A')
})

test('a member who looks something up in another window finds the field and its list as they were', async () => {
  renderPart(<School chosen="A" />)
  const user = userEvent.setup()
  await user.clear(field())
  await user.type(field(), '서울')
  // The focus stays in the document then.
  fireEvent.blur(field())
  expect(field()).toHaveValue('서울')
  expect(options()).toEqual(['서울대학교', '서울시립대학교', '기타'])
})

test('a complete name that is typed counts when the field is left', async () => {
  renderPart(<School />)
  const user = userEvent.setup()
  await user.type(field(), '서울시립대학교')
  await user.tab()
  expect(value()).toBe('C')
})

// Safari sends 229 with the Enter that ends a syllable, and other browsers `isComposing`.
test.each([{ isComposing: true }, { keyCode: 229, which: 229 }])(
  'Enter that ends a syllable takes no choice (%o)',
  async (composing) => {
    renderPart(<School />)
    await userEvent.setup().type(field(), '서')
    fireEvent.keyDown(field(), { key: 'Enter', ...composing })
    expect(value()).toBe('')
    expect(options()).not.toEqual([])
  },
)

test('a name is found while its last syllable is composed, and no letter is lost', () => {
  renderPart(<School />)
  fireEvent.compositionStart(field())
  const steps = [
    ['ㅅ', 3],
    ['서', 3],
    ['성', 3],
    ['서우', 3],
    ['서울', 3],
    ['서울ㅅ', 2],
  ] as const
  for (const [text, count] of steps) {
    fireEvent.change(field(), { target: { value: text } })
    expect(field()).toHaveValue(text)
    expect(options(), text).toHaveLength(count)
  }
  fireEvent.compositionEnd(field())
  expect(field()).toHaveValue('서울ㅅ')
})

test('Enter of an open list sends no form, and of a closed one it does', async () => {
  const sent = vi.fn((event: Event) => event.preventDefault())
  renderPart(
    <form noValidate onSubmit={(event) => sent(event.nativeEvent)}>
      <School />
      <button>Send</button>
    </form>,
  )
  const user = userEvent.setup()
  await user.click(field())
  await user.keyboard('{Enter}')
  expect(sent).not.toHaveBeenCalled()
  expect(value()).toBe('')
  await user.keyboard('{Escape}{Enter}')
  expect(sent).toHaveBeenCalledOnce()
})

test('the field names its list, and the list its choice', async () => {
  renderPart(<School chosen="B" />)
  await userEvent.setup().click(field())
  const list = screen.getByRole('listbox', { name: 'Choices for School' })
  expect(field()).toHaveAttribute('aria-controls', list.id)
  expect(field()).toHaveAttribute('aria-autocomplete', 'list')
  expect(screen.getByRole('option', { selected: true })).toHaveTextContent('서울대학교')
})

describe('while the list loads', () => {
  const states = {
    loading: { choices: [], waiting: 'The list is loading.' },
    fail: { choices: [], failed: 'Get the list first.' },
    arrive: {},
  }
  function LateSchool() {
    const [state, setState] = useState<keyof typeof states>('loading')
    return (
      <>
        <School {...states[state]} />
        <button onClick={() => setState('arrive')}>arrive</button>
        <button onClick={() => setState('fail')}>fail</button>
      </>
    )
  }
  const arrive = () => fireEvent.click(screen.getByText('arrive'))

  test('the member can type, and what is typed is searched when the list has come', async () => {
    renderPart(<LateSchool />)
    const user = userEvent.setup()
    await user.type(field(), 'ㅅㅇㄷ')
    expect(screen.getByText('The list is loading.')).toBeVisible()
    arrive()
    expect(options()).toEqual(['서울대학교', '기타'])
    await user.keyboard('{Enter}')
    expect(value()).toBe('B')
  })

  test('the focus and what is typed stay if it does not come, and are searched once it does', async () => {
    renderPart(<LateSchool />)
    const user = userEvent.setup()
    await user.type(field(), 'ㅅㅇ')
    fireEvent.click(screen.getByText('fail'))
    // Beside the field: a popup would lie over the button that loads the list again.
    expect(field()).toHaveAccessibleDescription('Get the list first.')
    expect(field()).toHaveAttribute('aria-expanded', 'false')
    expect(field()).toHaveFocus()
    await user.keyboard('ㄷ')
    arrive()
    expect(options()).toEqual(['서울대학교', '기타'])
  })

  test('what was typed stays when the field is left', async () => {
    renderPart(<LateSchool />)
    const user = userEvent.setup()
    await user.type(field(), '서울')
    await user.tab()
    arrive()
    expect(field()).toHaveValue('서울')
    expect(value()).toBe('')
  })
})
