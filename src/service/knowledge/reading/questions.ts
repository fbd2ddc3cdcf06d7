/** Characters. A longer text is an answer. */
const QUESTION_MAX = 300;
const QUESTION_MARK = /[?？؟](?:["'”’»」）)]|\*\*)*$/u;
/** Words that mark a question or an answer, in the languages of the chat. */
const QUESTION_LABEL =
  /^(?:\*\*|__)?(q|question|frage|pregunta|domanda|pergunta|vraag|pytanie|soru|otázka|kérdés|вопрос|питання|質問|問|问|問題|问题|질문|سؤال|שאלה|प्रश्न|सवाल)\s*\d{0,3}\s*[.:：)]\s*(?:\*\*|__)?\s*(?=\S)/iu;
const ANSWER_LABEL =
  /^(?:\*\*|__)?(?:a|answer|antwort|respuesta|réponse|risposta|resposta|antwoord|odpowiedź|cevap|yanıt|odpověď|válasz|ответ|відповідь|回答|答え|答|답변|답|جواب|תשובה|उत्तर|जवाब)\s*\d{0,3}\s*[.:：)]\s*(?:\*\*|__)?\s*/iu;
const COLUMN_QUESTION =
  /^(?:q|questions?|fragen?|preguntas?|domand[ae]|perguntas?|vra(?:ag|gen)|pytani[ea]|soru(?:lar)?|вопросы?|質問|問題|问题|질문|سؤال|שאל(?:ה|ות)|प्रश्न|सवाल)$/iu;
const COLUMN_ANSWER =
  /^(?:a|answers?|antwort(?:en)?|respuestas?|réponses?|rispost[ae]|respostas?|antwoord(?:en)?|odpowied(?:ź|zi)|cevap(?:lar)?|yanıt(?:lar)?|ответы?|回答|答え|答案|답변|جواب|תשוב(?:ה|ות)|उत्तर|जवाब)$/iu;
/** Words that make a column metadata, not text: "question_id", "answer date". */
const METADATA_WORDS =
  /^(?:ids?|no|nr|num|number|types?|dates?|count|votes?|score|author|user|by|category|tags?|status|url|link|lang|language|at|on)$/i;

/** A piece of a block: text, or a question with the text of its answer. */
export interface QuestionPiece {
  question?: string;
  text: string;
}

/** Whether a text is one question. */
export function isQuestion(text: string): boolean {
  const plain = text.trim();
  return (
    plain.length <= QUESTION_MAX &&
    !plain.includes('\n') &&
    QUESTION_MARK.test(plain) &&
    /\p{L}.*\p{L}/u.test(plain)
  );
}

/** The columns of a table that hold questions and their answers. */
export function questionColumns(header: readonly string[]): { question: number; answer: number } | undefined {
  const question = columnNamed(header, COLUMN_QUESTION);
  const answer = columnNamed(header, COLUMN_ANSWER);
  return question < 0 || answer < 0 || question === answer ? undefined : { question, answer };
}

/** The column with such a name, or else the first one with such a word in its name: "faq_question", "Answer text". */
function columnNamed(header: readonly string[], name: RegExp): number {
  const exact = header.findIndex(one => name.test(one.trim()));
  if (exact >= 0) return exact;
  return header.findIndex(one => {
    const words = one.split(/[^\p{L}\p{M}\p{N}]+/u).filter(word => word !== '');
    return (
      words.some(word => word.length > 1 && name.test(word)) && !words.some(word => METADATA_WORDS.test(word))
    );
  });
}

/** Divides a block where lines begin with labels such as "Q:" and "A:". */
export function splitQuestions(block: string): QuestionPiece[] {
  if (!/[:.：)]/.test(block) || /^(?:`{3}|~{3}|\|)/.test(block)) return [{ text: block }];
  const pieces: QuestionPiece[] = [];
  for (const line of block.split('\n')) {
    const asked = labelledQuestion(line.trim());
    if (asked) pieces.push(asked);
    else if (pieces.length === 0) pieces.push({ text: line });
    else pieces.at(-1)!.text += `\n${line}`;
  }
  return pieces.map(({ question, text }) =>
    question === undefined ? { text } : { question, text: withoutAnswerLabel(text.trim()) },
  );
}

/** Removes a label such as "Q:" of a question. */
export function withoutQuestionLabel(text: string): string {
  const asked = labelledQuestion(text.trim());
  return asked?.text === '' ? (asked.question ?? text) : text;
}

/** Removes a label such as "A:". */
export function withoutAnswerLabel(text: string): string {
  return text.replace(ANSWER_LABEL, '');
}

export function hasAnswerLabel(text: string): boolean {
  return ANSWER_LABEL.test(text);
}

function labelledQuestion(line: string): QuestionPiece | undefined {
  const label = QUESTION_LABEL.exec(line);
  if (!label) return undefined;
  const rest = line.slice(label[0].length).trim();
  // "Q: … ? A: …" in one line, as of HTML, whose line breaks are spaces.
  const [, asked, text] = /^(.{3,300}?[?？؟](?:\*\*)?)\s+(\S.*)$/u.exec(rest) ?? [];
  if (asked !== undefined && text !== undefined && hasAnswerLabel(text))
    return { question: plain(asked), text };
  if (rest.length > QUESTION_MAX) return undefined;
  // A single letter is a label only before a question: "A. Smith", "Q. 3".
  return label[1]!.length === 1 && /[a-z]/i.test(label[1]!) && !isQuestion(rest) && !/[:：]/.test(label[0])
    ? undefined
    : { question: plain(rest), text: '' };
}

function plain(question: string): string {
  return question.replace(/^[*_]+|[*_]+$/g, '').trim();
}
