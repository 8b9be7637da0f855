import { Fragment, type ReactNode } from 'react'

/** Keeps a sentence on one line if it fits. `show`: what stands for the text of a sentence. */
export const bySentence = (text: string, show: (sentence: string) => ReactNode = (sentence) => sentence) =>
  text
    .replace(/[.?!](?=\s)|[。？！](?=.)/g, '$&\n')
    .split('\n')
    .map((sentence) => (
      <Fragment key={sentence}>
        {sentence.startsWith(' ') && ' '}
        <span className="sentence">{show(sentence.trimStart())}</span>
      </Fragment>
    ))
