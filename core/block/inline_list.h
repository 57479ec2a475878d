// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstddef>
#include <initializer_list>

namespace sublinear {

/// A short list without a heap block: what one operation reads or writes.
template <class T, std::size_t Capacity> class InlineList {
public:
    InlineList() = default;
    InlineList(std::initializer_list<T> items)
    {
        for (const T& item : items) {
            push(item);
        }
    }

    void push(const T& item)
    {
        if (m_count < Capacity) {
            m_items[m_count++] = item;
        } else {
            m_overflowed = true;
        }
    }
    [[nodiscard]] bool overflowed() const { return m_overflowed; } ///< an item did not fit and is lost
    [[nodiscard]] std::size_t size() const { return m_count; }
    [[nodiscard]] bool empty() const { return m_count == 0; }
    [[nodiscard]] const T* begin() const { return m_items.data(); }
    [[nodiscard]] const T* end() const { return m_items.data() + m_count; }
    [[nodiscard]] T* begin() { return m_items.data(); }
    [[nodiscard]] T* end() { return m_items.data() + m_count; }
    const T& operator[](std::size_t index) const { return m_items[index]; }
    T& operator[](std::size_t index) { return m_items[index]; }

private:
    std::array<T, Capacity> m_items {};
    std::size_t m_count = 0;
    bool m_overflowed = false;
};

} // namespace sublinear
