// SPDX-License-Identifier: MIT
#include "app/language/core_text.h"

#include "app/language/core_sentences.h"
#include "app/language/language.h"
#include "app/model/text.h"

#include <QCoreApplication>
#include <QHash>
#include <QRegularExpression>

#include <optional>
#include <set>
#include <vector>

namespace sublinear {
namespace {

constexpr int kDeepest = 6; ///< sentences within sentences

struct Sentence {
    const char* english;
    QRegularExpression shape;
    std::vector<int> places; ///< the %-number of each group
};

Sentence sentenceOf(const char* english)
{
    QString shape;
    std::vector<int> places;
    const QString text = QString::fromUtf8(english);
    for (qsizetype i = 0; i < text.size(); ++i) {
        if (text[i] == u'%' && i + 1 < text.size() && text[i + 1].isDigit()) {
            places.push_back(text[++i].digitValue());
            shape += QStringLiteral("(.+)");
        } else {
            shape += QRegularExpression::escape(text.mid(i, 1));
        }
    }
    return { english, QRegularExpression(QRegularExpression::anchoredPattern(shape)), places };
}

const std::vector<Sentence>& sentences()
{
    static const std::vector<Sentence> kAll = [] {
        std::vector<Sentence> all;
        for (const char* english : coreSentences()) {
            all.push_back(sentenceOf(english));
        }
        return all;
    }();
    return kAll;
}

bool isName(const QString& english)
{
    static const std::set<QString> kNames = [] {
        std::set<QString> names;
        for (const char* name : coreNames()) {
            names.insert(QString::fromUtf8(name));
        }
        return names;
    }();
    return kNames.contains(english);
}

QString word(const QString& english)
{
    return QCoreApplication::translate("Core", english.toUtf8().constData());
}

QString inOtherWords(const QString& english, int depth);

std::optional<QString> asSentence(const QString& english, int depth)
{
    for (const Sentence& sentence : sentences()) {
        const QRegularExpressionMatch match = sentence.shape.match(english);
        if (!match.hasMatch()) {
            continue;
        }
        QString text = QCoreApplication::translate("Core", sentence.english);
        // All at once: what is put in may hold a %1 of its own.
        QString made;
        for (qsizetype i = 0; i < text.size(); ++i) {
            if (text[i] != u'%' || i + 1 == text.size() || !text[i + 1].isDigit()) {
                made += text[i];
                continue;
            }
            const int number = text[++i].digitValue();
            for (std::size_t group = 0; group < sentence.places.size(); ++group) {
                if (sentence.places[group] == number) {
                    made += inOtherWords(match.captured(static_cast<int>(group) + 1), depth + 1);
                    break;
                }
            }
        }
        return made;
    }
    return std::nullopt;
}

/// Part by part, where the whole is not known: several sentences, or a list.
std::optional<QString> inParts(const QString& english, const QString& between, int depth)
{
    const qsizetype at = english.indexOf(between);
    if (at < 0) {
        return std::nullopt;
    }
    const qsizetype end = between.startsWith(u'.') ? at + 1 : at; // a full stop belongs to what it ends
    return inOtherWords(english.left(end), depth + 1) + between.mid(end - at)
        + inOtherWords(english.mid(at + between.size()), depth + 1);
}

QString inOtherWords(const QString& english, int depth)
{
    if (QString known = word(english); known != english) {
        return known;
    }
    if (depth > kDeepest) {
        return english;
    }
    for (const char* between : { ". ", "; " }) {
        if (const auto parts = inParts(english, QString::fromLatin1(between), depth)) {
            return *parts;
        }
    }
    if (const auto sentence = asSentence(english, depth)) {
        return *sentence;
    }
    if (const auto parts = inParts(english, QStringLiteral(", "), depth)) {
        return *parts;
    }
    return english;
}

} // namespace

QString fromCore(const QString& english)
{
    return english.isEmpty() || !speaksGerman() ? english : inOtherWords(english, 0);
}

QString fromCore(std::string_view english)
{
    return fromCore(toQString(english));
}

bool isListed(const QString& english)
{
    return isName(english) || asSentence(english, 0).has_value();
}

} // namespace sublinear
