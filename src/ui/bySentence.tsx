import { Fragment } from 'react'

/** Keeps a sentence on one line if it fits. */
export const bySentence = (text: string) =>
  text
    .replace(/[.?!](?=\s)|[。？！](?=.)/g, '$&\n')
    .split('\n')
    .map((sentence) => (
      <Fragment key={sentence}>
        {sentence.startsWith(' ') && ' '}
        <span className="sentence">{sentence.trimStart()}</span>
      </Fragment>
    ))
