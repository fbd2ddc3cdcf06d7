import { languagesOf } from '../knowledge/language.ts';
import { smallTalkLanguage } from './small-talk.ts';

interface Phrases {
  nothingFound: string;
  /** Before links to where it may stand. */
  mayBeIn: string;
  askMe: string;
  anythingElse: string;
}

const PHRASES: Readonly<Record<string, Phrases>> = {
  en: {
    nothingFound: 'I could not find an answer to that in the documents.',
    mayBeIn: 'Perhaps it is in one of these:',
    askMe: 'What would you like to know?',
    anythingElse: 'Is there anything else you would like to know?',
  },
  de: {
    nothingFound: 'Darauf habe ich in den Dokumenten keine Antwort gefunden.',
    mayBeIn: 'Vielleicht steht es hier:',
    askMe: 'Was möchten Sie wissen?',
    anythingElse: 'Möchten Sie noch etwas wissen?',
  },
  fr: {
    nothingFound: 'Je n’ai pas trouvé de réponse à cette question dans les documents.',
    mayBeIn: 'C’est peut-être ici :',
    askMe: 'Que souhaitez-vous savoir ?',
    anythingElse: 'Souhaitez-vous savoir autre chose ?',
  },
  es: {
    nothingFound: 'No he encontrado una respuesta a eso en los documentos.',
    mayBeIn: 'Quizá esté aquí:',
    askMe: '¿Qué le gustaría saber?',
    anythingElse: '¿Le gustaría saber algo más?',
  },
  it: {
    nothingFound: 'Non ho trovato una risposta nei documenti.',
    mayBeIn: 'Forse è qui:',
    askMe: 'Che cosa desidera sapere?',
    anythingElse: 'Desidera sapere altro?',
  },
  pt: {
    nothingFound: 'Não encontrei uma resposta a isso nos documentos.',
    mayBeIn: 'Talvez esteja aqui:',
    askMe: 'O que gostaria de saber?',
    anythingElse: 'Gostaria de saber mais alguma coisa?',
  },
  nl: {
    nothingFound: 'Daar heb ik in de documenten geen antwoord op gevonden.',
    mayBeIn: 'Misschien staat het hier:',
    askMe: 'Wat wil je weten?',
    anythingElse: 'Wil je nog iets weten?',
  },
  pl: {
    nothingFound: 'W dokumentach nie ma odpowiedzi na to pytanie.',
    mayBeIn: 'Może jest to tutaj:',
    askMe: 'Co chcesz wiedzieć?',
    anythingElse: 'Czy chcesz wiedzieć coś jeszcze?',
  },
  tr: {
    nothingFound: 'Belgelerde bunun yanıtını bulamadım.',
    mayBeIn: 'Belki şunlardan birindedir:',
    askMe: 'Ne öğrenmek istersiniz?',
    anythingElse: 'Öğrenmek istediğiniz başka bir şey var mı?',
  },
  ar: {
    nothingFound: 'لم أجد إجابة عن ذلك في المستندات.',
    mayBeIn: 'ربما تجده هنا:',
    askMe: 'ماذا تود أن تعرف؟',
    anythingElse: 'هل تود أن تعرف شيئًا آخر؟',
  },
  he: {
    nothingFound: 'לא מצאתי לכך תשובה במסמכים.',
    mayBeIn: 'אולי זה נמצא כאן:',
    askMe: 'מה תרצו לדעת?',
    anythingElse: 'האם תרצו לדעת עוד משהו?',
  },
  zh: {
    nothingFound: '我在文档中没有找到答案。',
    mayBeIn: '也许在这里：',
    askMe: '您想了解什么？',
    anythingElse: '您还想了解什么？',
  },
  ja: {
    nothingFound: '資料の中に答えが見つかりませんでした。',
    mayBeIn: 'こちらに書かれているかもしれません：',
    askMe: '何をお知りになりたいですか？',
    anythingElse: 'ほかにお知りになりたいことはありますか？',
  },
  ko: {
    nothingFound: '문서에서 답을 찾지 못했습니다.',
    mayBeIn: '여기에 있을지도 모릅니다:',
    askMe: '무엇을 알고 싶으신가요?',
    anythingElse: '더 알고 싶으신 것이 있나요?',
  },
  hi: {
    nothingFound: 'मुझे दस्तावेज़ों में इसका उत्तर नहीं मिला।',
    mayBeIn: 'शायद यह यहाँ मिले:',
    askMe: 'आप क्या जानना चाहेंगे?',
    anythingElse: 'क्या आप कुछ और जानना चाहेंगे?',
  },
};

/**
 * What is said instead of an answer, in the language of the first of these texts whose words or letters tell one: the
 * question, then what the visitor said before, then what the site says. Of several it may be in, the one of a later text.
 */
export function noAnswer(texts: readonly string[], kind: keyof Phrases): string {
  const told = texts.map(text => {
    const language = smallTalkLanguage(text);
    return language ? [language] : languagesOf(text);
  });
  const first = told.findIndex(languages => languages.length > 0);
  const later = told.slice(first + 1).flat();
  const language = told[first]?.find(one => later.includes(one)) ?? told[first]?.[0];
  return PHRASES[language ?? 'en']![kind];
}

/** Whether an answer says, in any language, that there is none to the question or to one of several in it. */
export function saysNothingFound(text: string): boolean {
  return Object.values(PHRASES).some(({ nothingFound }) => text.includes(nothingFound));
}
