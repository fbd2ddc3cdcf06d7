import { languagesOf } from '../knowledge/language/language.ts';
import { smallTalkLanguage } from './small-talk.ts';

interface Phrases {
  nothingFound: string;
  /** As long as some of the documents are not read yet. */
  nothingFoundYet: string;
  /** Before links to passages that may help. */
  mayHelp: string;
  askMe: string;
  anythingElse: string;
  /** To those who ask who answers. */
  aboutMe: string;
  /** To those who found nothing and ask in another language than the documents are in, `{language}`. */
  otherLanguage: string;
}

export type Kind = keyof Phrases;

const PHRASES: Readonly<Record<string, Phrases>> = {
  en: {
    nothingFound: 'I could not find an answer to that in the documents.',
    nothingFoundYet:
      'I have not found an answer to that so far: I am still reading the documents. Please ask again in a minute.',
    mayHelp: 'This may help:',
    askMe: 'What would you like to know?',
    anythingElse: 'Is there anything else you would like to know?',
    aboutMe: 'I am a program, not a person, and I answer from the documents of this site.',
    otherLanguage: 'The documents are in {language}: a question in that language may find more.',
  },
  de: {
    nothingFound: 'Darauf habe ich in den Dokumenten keine Antwort gefunden.',
    nothingFoundYet:
      'Darauf habe ich bisher keine Antwort gefunden: Ich lese die Dokumente gerade noch. Bitte fragen Sie in einer Minute noch einmal.',
    mayHelp: 'Vielleicht hilft das hier weiter:',
    askMe: 'Was möchten Sie wissen?',
    anythingElse: 'Möchten Sie noch etwas wissen?',
    aboutMe:
      'Ich bin ein Programm und kein Mensch. Ich antworte mit dem, was in den Dokumenten dieser Website steht.',
    otherLanguage: 'Die Dokumente sind auf {language}: Eine Frage in dieser Sprache findet vielleicht mehr.',
  },
  fr: {
    nothingFound: 'Je n’ai pas trouvé de réponse à cette question dans les documents.',
    nothingFoundYet:
      'Je n’ai pas encore trouvé de réponse à cette question : je suis encore en train de lire les documents. Reposez-la dans une minute.',
    mayHelp: 'Ceci peut vous aider :',
    askMe: 'Que souhaitez-vous savoir ?',
    anythingElse: 'Souhaitez-vous savoir autre chose ?',
    aboutMe:
      'Je suis un programme, pas une personne, et je réponds avec ce que disent les documents de ce site.',
    otherLanguage:
      'Les documents sont en {language} : une question dans cette langue en trouvera peut-être plus.',
  },
  es: {
    nothingFound: 'No he encontrado una respuesta a eso en los documentos.',
    nothingFoundYet:
      'Todavía no he encontrado una respuesta a eso: aún estoy leyendo los documentos. Vuelva a preguntar en un minuto.',
    mayHelp: 'Quizá le ayude esto:',
    askMe: '¿Qué le gustaría saber?',
    anythingElse: '¿Le gustaría saber algo más?',
    aboutMe: 'Soy un programa, no una persona, y respondo con lo que dicen los documentos de este sitio.',
    otherLanguage: 'Los documentos están en {language}: una pregunta en ese idioma quizá encuentre más.',
  },
  it: {
    nothingFound: 'Non ho trovato una risposta nei documenti.',
    nothingFoundYet:
      'Finora non ho trovato una risposta: sto ancora leggendo i documenti. Riprovi tra un minuto.',
    mayHelp: 'Questo può essere utile:',
    askMe: 'Che cosa desidera sapere?',
    anythingElse: 'Desidera sapere altro?',
    aboutMe: 'Sono un programma, non una persona, e rispondo con ciò che dicono i documenti di questo sito.',
    otherLanguage: 'I documenti sono in {language}: una domanda in quella lingua troverà forse di più.',
  },
  pt: {
    nothingFound: 'Não encontrei uma resposta a isso nos documentos.',
    nothingFoundYet:
      'Ainda não encontrei uma resposta a isso: a leitura dos documentos ainda não terminou. Pergunte de novo dentro de um minuto.',
    mayHelp: 'Isto talvez ajude:',
    askMe: 'O que gostaria de saber?',
    anythingElse: 'Gostaria de saber mais alguma coisa?',
    aboutMe: 'Sou um programa, não uma pessoa, e respondo com o que dizem os documentos deste site.',
    otherLanguage: 'Os documentos estão em {language}: uma pergunta nesse idioma talvez encontre mais.',
  },
  nl: {
    nothingFound: 'Daar heb ik in de documenten geen antwoord op gevonden.',
    nothingFoundYet:
      'Daar heb ik nog geen antwoord op gevonden: ik ben de documenten nog aan het lezen. Vraag het over een minuut nog eens.',
    mayHelp: 'Misschien helpt dit:',
    askMe: 'Wat wil je weten?',
    anythingElse: 'Wil je nog iets weten?',
    aboutMe:
      'Ik ben een programma en geen mens, en antwoord met wat er in de documenten van deze site staat.',
    otherLanguage: 'De documenten zijn in het {language}: een vraag in die taal vindt misschien meer.',
  },
  pl: {
    nothingFound: 'W dokumentach nie ma odpowiedzi na to pytanie.',
    nothingFoundYet:
      'Na razie nie ma odpowiedzi na to pytanie: trwa jeszcze czytanie dokumentów. Zapytaj ponownie za minutę.',
    mayHelp: 'To może pomóc:',
    askMe: 'Co chcesz wiedzieć?',
    anythingElse: 'Czy chcesz wiedzieć coś jeszcze?',
    aboutMe: 'Jestem programem, a nie człowiekiem. Odpowiadam na podstawie dokumentów tej strony.',
    otherLanguage: 'Język dokumentów: {language}. Pytanie w tym języku może znaleźć więcej.',
  },
  tr: {
    nothingFound: 'Belgelerde bunun yanıtını bulamadım.',
    nothingFoundYet:
      'Bunun yanıtını henüz bulamadım: belgeleri hâlâ okuyorum. Lütfen bir dakika sonra yeniden sorun.',
    mayHelp: 'Şunlar yardımcı olabilir:',
    askMe: 'Ne öğrenmek istersiniz?',
    anythingElse: 'Öğrenmek istediğiniz başka bir şey var mı?',
    aboutMe: 'Ben bir programım, insan değilim; bu sitenin belgelerinde yazanlarla yanıt veriyorum.',
    otherLanguage: 'Belgelerin dili: {language}. O dilde sorulan bir soru daha fazlasını bulabilir.',
  },
  ar: {
    nothingFound: 'لم أجد إجابة عن ذلك في المستندات.',
    nothingFoundYet: 'لم أجد إجابة عن ذلك حتى الآن: ما زلت أقرأ المستندات. يُرجى السؤال مرة أخرى بعد دقيقة.',
    mayHelp: 'قد يفيدك هذا:',
    askMe: 'ماذا تود أن تعرف؟',
    anythingElse: 'هل تود أن تعرف شيئًا آخر؟',
    aboutMe: 'أنا برنامج ولست إنسانًا، وأجيب بما ورد في مستندات هذا الموقع.',
    otherLanguage: 'لغة المستندات: {language}. قد يجد سؤال بهذه اللغة أكثر.',
  },
  he: {
    nothingFound: 'לא מצאתי לכך תשובה במסמכים.',
    nothingFoundYet: 'עדיין לא מצאתי לכך תשובה: קריאת המסמכים עוד נמשכת. כדאי לשאול שוב בעוד דקה.',
    mayHelp: 'אולי זה יעזור:',
    askMe: 'מה תרצו לדעת?',
    anythingElse: 'האם תרצו לדעת עוד משהו?',
    aboutMe: 'זו תוכנה ולא אדם, והיא עונה לפי מה שכתוב במסמכים של האתר הזה.',
    otherLanguage: 'שפת המסמכים: {language}. שאלה בשפה הזו אולי תמצא יותר.',
  },
  zh: {
    nothingFound: '我在文档中没有找到答案。',
    nothingFoundYet: '目前还没有找到答案：我仍在阅读文档。请过一分钟再问一次。',
    mayHelp: '这些内容也许有帮助：',
    askMe: '您想了解什么？',
    anythingElse: '您还想了解什么？',
    aboutMe: '我是一个程序，不是真人，我根据本网站的文档来回答。',
    otherLanguage: '文档的语言是{language}，用这种语言提问也许能找到更多。',
  },
  ja: {
    nothingFound: '資料の中に答えが見つかりませんでした。',
    nothingFoundYet:
      'まだ答えが見つかっていません。資料を読み込んでいるところです。1分ほどしてからもう一度お尋ねください。',
    mayHelp: 'こちらが参考になるかもしれません：',
    askMe: '何をお知りになりたいですか？',
    anythingElse: 'ほかにお知りになりたいことはありますか？',
    aboutMe: '私は人間ではなくプログラムです。このサイトの資料に書かれていることをもとにお答えします。',
    otherLanguage: '資料は{language}で書かれています。その言語でお尋ねいただくと、見つかるかもしれません。',
  },
  ko: {
    nothingFound: '문서에서 답을 찾지 못했습니다.',
    nothingFoundYet: '아직 답을 찾지 못했습니다. 지금 문서를 읽고 있습니다. 1분 뒤에 다시 질문해 주세요.',
    mayHelp: '다음 내용이 도움이 될 수 있습니다:',
    askMe: '무엇을 알고 싶으신가요?',
    anythingElse: '더 알고 싶으신 것이 있나요?',
    aboutMe: '저는 사람이 아니라 프로그램이며, 이 사이트의 문서에 있는 내용으로 답합니다.',
    otherLanguage: '문서의 언어는 {language}입니다. 그 언어로 질문하시면 더 찾을 수 있을지도 모릅니다.',
  },
  hi: {
    nothingFound: 'मुझे दस्तावेज़ों में इसका उत्तर नहीं मिला।',
    nothingFoundYet: 'मुझे अभी तक इसका उत्तर नहीं मिला: दस्तावेज़ अभी पढ़े जा रहे हैं। कृपया एक मिनट बाद फिर पूछें।',
    mayHelp: 'शायद इससे मदद मिले:',
    askMe: 'आप क्या जानना चाहेंगे?',
    anythingElse: 'क्या आप कुछ और जानना चाहेंगे?',
    aboutMe: 'मैं कोई व्यक्ति नहीं, एक प्रोग्राम हूँ; उत्तर इस साइट के दस्तावेज़ों से आते हैं।',
    otherLanguage: 'दस्तावेज़ों की भाषा: {language}। उस भाषा में पूछने पर शायद और मिले।',
  },
};

/**
 * The reply without an answer, in the language of the first text whose language is recognised and has phrases: the
 * question, then what the visitor said before, then what the site says. If a text may be in several languages, a later
 * text decides.
 */
export function noAnswer(texts: readonly string[], kind: Kind): string {
  return PHRASES[languageFor(texts)]![kind];
}

/** That the documents are in another language than these texts, if they are; `samples` are the documents' beginnings. */
export function otherLanguage(texts: readonly string[], samples: readonly string[]): string | undefined {
  const asked = texts.map(text => languagesOf(text)).find(languages => languages.length > 0);
  const written = samples.map(text => languagesOf(text)).filter(languages => languages.length > 0);
  if (!asked || written.length === 0) return undefined;
  if (written.some(languages => languages.some(language => asked.includes(language)))) return undefined;
  const counts = Map.groupBy(written.flat(), language => language);
  const [most] = [...counts].sort(([, a], [, b]) => b.length - a.length)[0]!;
  const own = languageFor([...texts, samples.join('\n')]);
  const name = new Intl.DisplayNames([own], { type: 'language' }).of(most) ?? most;
  return PHRASES[own]!.otherLanguage.replace('{language}', name);
}

function languageFor(texts: readonly string[]): string {
  const told = texts.map(text => {
    const language = smallTalkLanguage(text);
    return (language ? [language] : languagesOf(text)).filter(code => Object.hasOwn(PHRASES, code));
  });
  const first = told.findIndex(languages => languages.length > 0);
  const later = told.slice(first + 1).flat();
  return told[first]?.find(one => later.includes(one)) ?? told[first]?.[0] ?? 'en';
}

/** Whether an answer says, in any language, that there is none to the question or to one of several in it. */
export function saysNothingFound(text: string): boolean {
  return Object.values(PHRASES).some(({ nothingFound }) => text.includes(nothingFound));
}
